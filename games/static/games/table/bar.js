// What the page says: in the bar, on buttons, and to screen readers.

import { find } from "games/frame/dom.js";

// The server's phrases for the current choice; null if there is none.
export const phrases = () => JSON.parse(find("#phrases")?.textContent ?? "null");

// Put `text` into `element`, keeping sets such as 6-5-4 on one line.
export function put(element, text) {
  element.replaceChildren(...text.split(/(\d+(?:-\d+)+)/).map((part, i) => {
    if (i % 2 === 0) return part;
    const set = document.createElement("span");
    set.className = "set";
    set.textContent = part;
    return set;
  }));
}

// Announce politely to screen readers, which would ignore a repeated text.
export function say(text) {
  const status = find("#status");
  status.textContent = status.textContent === text ? `${text}\u00a0` : text;
}

// Fill the bar. `gain` is what a good choice leads to, `rule` a section of the rules page.
export function answer(kind, symbol, title, reason, gain = "", rule = "") {
  delete find("#verdict").dataset.refused;
  find("#verdict .mark").className = `mark ${kind}`;
  find("#verdict .mark").textContent = symbol;
  put(find("#verdict-title"), title);
  put(find("#verdict .why"), reason);
  find("#gain").textContent = gain;
  const link = find("#rule");
  link.textContent = rule ? phrases().rules[rule] : "";
  link.setAttribute("href", link.getAttribute("href").replace(/(#.*)?$/, rule && `#${rule}`));
  link.hidden = !rule;
  cut();
}

// ---- Where two lines are not enough, the rest comes at a press

function cut() {
  const why = find("#why");
  if (!why) return;
  find("#verdict").classList.remove("whole");
  why.ariaExpanded = "false";
  why.hidden = true;
  const text = why.parentElement;
  why.hidden = text.scrollHeight <= text.clientHeight + 1;
}

document.addEventListener("click", (event) => {
  if (event.target.id !== "why") return;
  event.target.ariaExpanded = String(find("#verdict").classList.toggle("whole"));
});

for (const change of ["board", "bar"]) document.addEventListener(change, cut);
addEventListener("resize", cut);
document.fonts.ready.then(cut);

export function available(button, can, colour) {
  button.classList.toggle("off", !can);
  button.classList.toggle(colour, can);
  if (can) button.removeAttribute("aria-disabled");
  else button.setAttribute("aria-disabled", "true");
}
