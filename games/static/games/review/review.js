// Looks at another decision without leaving the place on the page, and by keys: ← → a decision,
// Home and End the first and last, 1 2 3 the turning points. Without this, links load pages.

import { all, find } from "games/frame/dom.js";

const NARROW = matchMedia("(max-width: 62.49em)");

const isHere = (link) => link && new URL(link.href).pathname === location.pathname;

async function look(address) {
  let html = "";
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" } });
    if (answer.ok && !answer.redirected) html = await answer.text();
  } catch {} // The page's own error is better than ours.
  const page = new DOMParser().parseFromString(html, "text/html");
  const review = page.querySelector("#review");
  if (!review) {
    location.assign(address);
    return false;
  }
  find("#review").replaceWith(document.adoptNode(review));
  document.title = page.title;
  return true;
}

async function go(link) {
  const path = link.getAttribute("href");
  const [id, inMoves] = [link.id, link.closest(".own-moves")];
  if (!(await look(link.href))) return;
  history.pushState(null, "", path);
  find("#said").textContent = find(".foot-bar > span").textContent;
  const moment = find("#moment-panel");
  if (NARROW.matches && !link.id) moment.scrollIntoView({ block: "start" });
  const again = id ? document.getElementById(id) : inMoves && find(".own-moves [aria-current]");
  (again ?? find("#moment-title")).focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  if (event.button || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = event.target.closest("#review a");
  if (!isHere(link)) return;
  event.preventDefault();
  go(link);
});

addEventListener("popstate", () => look(location.href));

const target = (key) => {
  if (key === "ArrowLeft") return find("#to-back");
  if (key === "ArrowRight") return find("#to-following");
  if (key === "Home") return find(".own-moves a");
  if (key === "End") return all(".own-moves a").at(-1);
  return /^[1-3]$/.test(key) ? all(".turn-card")[Number(key) - 1] : null;
};

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest("input, textarea, select, summary, .scroll")) return;
  const link = target(event.key);
  if (!link) return;
  event.preventDefault();
  go(link);
});
