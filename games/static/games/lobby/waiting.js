// A waiting table: tell of those who sit down, let their card appear, and say whether the page is seen.

import { all, find } from "games/frame/dom.js";

const POP = { duration: 180, easing: "cubic-bezier(.2,.7,.2,1)" };

const names = () => all("[data-sat]").map((seat) => seat.dataset.sat);
const moves = () =>
  !matchMedia("(prefers-reduced-motion: reduce)").matches && document.documentElement.dataset.motion !== "off";

let there = names();
let heading = find("#headline")?.textContent;

document.addEventListener("htmx:configRequest", (event) => {
  if (!document.hidden) event.detail.headers["Page-Visible"] = "true";
});

document.addEventListener("htmx:afterSwap", () => {
  const came = all("[data-sat]").filter((seat) => !there.includes(seat.dataset.sat));
  const now = find("#headline")?.textContent;
  there = names();
  if (came.length) {
    const left = find("#room").dataset.left || now;
    find("#said").textContent = [...came.map((seat) => seat.dataset.sat), left].join(" ");
    if (moves()) came.forEach((seat) => seat.animate([{ opacity: 0, transform: "scale(.92)" }, {}], POP));
  } else if (now !== heading) find("#said").textContent = now;
  heading = now;
});
