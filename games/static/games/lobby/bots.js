// Who do you play? The words below the bots follow the choice, four are the most, and a choice of
// several is made in place. Without this script each of those is a page of its own.

import { all, find } from "games/frame/dom.js";

const form = find(".bots");
const list = new Intl.ListFormat(document.documentElement.lang, { type: "conjunction" });
const company = find("#company");
const refused = find("#refused");
const boxes = () => all('[name="bot"]');
const chosen = () => boxes().filter((box) => box.checked);

function follow() {
  const there = chosen();
  const names = there.map((box) => box.dataset.name);
  company.querySelector("strong").textContent = list.format([company.dataset.you, ...names]);
  for (const line of company.querySelectorAll("[data-size]")) {
    const fits = Number(line.dataset.size) === there.length;
    // Where nobody was chosen, the refusal may say so already.
    line.hidden = !fits || (there.length === 0 && !refused.hidden);
  }
  const bots = there.map((box) => box.value).join(" ");
  const links = all("#picks a");
  const same = links.filter((link) => link.dataset.bots === bots);
  // Two choices may be of the same bots.
  const on = same.find((link) => link.classList.contains("on")) ?? same[0] ?? find("[data-mine]");
  for (const pick of all("#picks > *")) {
    pick.classList.toggle("on", pick === on);
    if (pick === on) pick.setAttribute("aria-current", "true");
    else pick.removeAttribute("aria-current");
    // What can't be pressed can still be what is shown.
    if (pick.dataset.bots) continue;
    if (pick === on) pick.removeAttribute("aria-disabled");
    else pick.setAttribute("aria-disabled", "true");
  }
  form.dataset.follows = "";
}

function tell(tooMany) {
  const words = refused.querySelector("[data-too-many]");
  if (tooMany) words.textContent = words.dataset.tooMany;
  refused.hidden = !tooMany;
}

form.addEventListener("change", (event) => {
  if (event.target.name !== "bot") return;
  const tooMany = chosen().length > Number(form.dataset.most);
  if (tooMany) event.target.checked = false;
  tell(tooMany);
  follow();
});

find("#picks").addEventListener("click", (event) => {
  const link = event.target.closest("[data-bots]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const bots = link.dataset.bots.split(" ");
  for (const box of boxes()) box.checked = bots.includes(box.value);
  for (const other of all("#picks a")) other.classList.toggle("on", other === link);
  tell(false);
  follow();
});

// A page come back to keeps the boxes as they were left.
addEventListener("pageshow", () => follow());
