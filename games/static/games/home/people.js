// At home, the button says whom it asks. Without this script it says "them".

import { all, find } from "games/frame/dom.js";

const list = new Intl.ListFormat(document.documentElement.lang, { type: "conjunction" });
let nobody = "";

document.addEventListener("change", (event) => {
  const ask = find("#ask");
  if (!ask || !event.target.closest("#people")) return;
  nobody ||= ask.textContent;
  const names = all("#people :checked").map((box) => box.dataset.name);
  ask.textContent = names.length ? ask.dataset.ask.replace("%(names)s", list.format(names)) : nobody;
});
