// The menu on phones closes by Escape, and by a press beside it.

import { find } from "games/frame/dom.js";

const menu = find("#menu");
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu?.open) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
document.addEventListener("click", (event) => {
  if (menu?.open && !menu.contains(event.target)) menu.open = false;
});
