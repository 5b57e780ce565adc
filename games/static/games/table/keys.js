// Keyboard shortcuts at the table; letter and number keys can be switched off.

import { all, find } from "games/frame/dom.js";
import { clear } from "games/table/hand.js";
import { closeHint } from "games/table/hint.js";
import { flip, moveBy, moveTo, placing } from "games/table/scout.js";

const SWITCH = "letter-keys";
let on = read() !== "off";

function read() {
  try { return localStorage.getItem(SWITCH); } catch { return null; }
}

function write(value) {
  try { localStorage.setItem(SWITCH, value); } catch { /* It applies until the page is left. */ }
}

const press = (selector) => find(selector)?.click();
const undo = () => {
  press("#do-undo");
  return find("#do-undo");
};
// On a phone the plan's list lies over the page; only there its button is seen.
const closeSheet = () => {
  const done = find("#plan.list #plan-done");
  if (!done?.offsetParent) return false;
  done.click();
  return true;
};
const chips = () => all("#board .chip:not(.twin)");

const LETTERS = {
  s: () => press("#do-show"),
  // A plan's bar has no button for it: there the ends are pressed at once.
  c: () => (find("#do-scout") ? press("#do-scout") : find("#end-left, #end-right")?.focus()),
  x: () => press("#do-both"),
  f: () => placing() && flip(),
  h: () => closeHint() || press("#do-hint"),
  p: () => press("#do-plan-compose, #do-plan-list, #do-plan-off"),
  "?": () => {
    find("#keys").open = !find("#keys").open;
    find("#keys summary").focus();
  },
};

// Keys other than letters; each returns whether it did anything.
const OTHERS = {
  Escape: () => closeSheet() || closeHint() || undo() || clear() || find("#do-cancel, #do-back, #do-plan-off")?.click(),
  ArrowLeft: () => towards("left", -1),
  ArrowRight: () => towards("right", 1),
  Home: () => placing() && (moveTo(0), true),
  End: () => placing() && (moveTo(all("#board .slot").length - 1), true),
  Enter: () => send(),
};

function towards(end, step) {
  if (placing()) moveBy(step);
  else if (find("#do-cancel") || document.activeElement.matches("[id^=end-]")) find(`#end-${end}`)?.focus();
  else return false;
  return true;
}

// Enter on a button presses it.
function send() {
  if (!placing() || document.activeElement.matches("button, a, summary")) return false;
  press("#do-send, #do-next, #do-add");
  return true;
}

document.addEventListener("keydown", (event) => {
  const inside = event.target.closest?.("#board");
  if (!inside || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  if (OTHERS[event.key]) {
    if (OTHERS[event.key]()) event.preventDefault();
  } else if (on && LETTERS[event.key.toLowerCase()]) {
    event.preventDefault();
    LETTERS[event.key.toLowerCase()]();
  } else if (on && /^[1-9]$/.test(event.key)) {
    chips()[event.key - 1]?.click();
  }
});

document.addEventListener("change", (event) => {
  if (event.target.id !== SWITCH) return;
  on = event.target.checked;
  write(on ? "on" : "off");
});

function offer() {
  const box = find(`#${SWITCH}`);
  if (!box) return;
  box.checked = on;
  find("#keys").hidden = false;
}

document.addEventListener("board", offer);
offer();
