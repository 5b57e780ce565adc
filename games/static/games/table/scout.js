// Moves and turns the scouted card in the browser; the server is told when it is sent.

import { all, find } from "games/frame/dom.js";
import { available, phrases, put, say } from "games/table/bar.js";
import { canBeat, setAround } from "games/table/sets.js";

const field = (name) => find(`#board [name=${name}]`);
const fresh = () => find("#board .row .fresh");
const others = () => all("#board .row > li:not(.fresh)");
const faces = (card) => [...card.children].map((face) => Number(face.textContent));
const slots = () => all("#board .slot");

export const placing = () => phrases()?.placing ?? null;

export function moveBy(step) {
  const to = Number(field("to").value) + step;
  if (slots()[to]) moveTo(to);
}

export function moveTo(to) {
  const row = find("#board .row");
  const places = [...row.children].map((item) => item.className.replace(" fresh", ""));
  row.insertBefore(fresh(), others()[to] ?? null);
  // Row breaks belong to the position, not to the card.
  [...row.children].forEach((item, i) => {
    item.className = item.querySelector(".tag") ? `${places[i]} fresh` : places[i];
  });
  field("to").value = to;
  slots().forEach((slot, gap) => { slot.hidden = gap === to; });
  tell(slots()[to].ariaLabel);
}

export function flip(flipped = !field("flip").value) {
  const card = fresh().querySelector(".card");
  if (Boolean(field("flip").value) === flipped) return;
  const [top, bottom] = faces(card);
  card.classList.replace(`u${top}`, `u${bottom}`);
  card.classList.replace(`d${bottom}`, `d${top}`);
  card.firstElementChild.textContent = bottom;
  card.lastElementChild.textContent = top;
  document.dispatchEvent(new CustomEvent("turned", { detail: card }));
  field("flip").value = flipped ? "1" : "";
  for (const side of all("#keep, #flip")) {
    const on = (side.id === "flip") === flipped;
    side.classList.toggle("on", on);
    side.ariaPressed = String(on);
  }
  tell(find(flipped ? "#flip" : "#keep").textContent.trim());
}

// Show, then announce, the set that the card makes.
function tell(said) {
  const known = placing();
  const items = [...find("#board .row").children];
  const cards = items.map((item) => faces(item.querySelector(".card")));
  const tops = cards.map(([top]) => top);
  const to = Number(field("to").value);
  const set = setAround(tops, to);
  const makes = set[1] - set[0] > 1 ? known.makes.replace("{set}", tops.slice(...set).join("-")) : "";
  const dead = known.both && !canBeat(tops, known.rest);
  items.forEach((item, i) => {
    const [top, bottom] = cards[i];
    const values = { top, bottom, place: i + 1, count: items.length };
    item.querySelector(".unseen").textContent = known.card.replace(/{(\w+)}/g, (_, name) => values[name]);
  });
  const gap = slots()[to];
  find("#board .compose .text").textContent = gap.dataset.where;
  find("#board .compose p .where").textContent = `${gap.dataset.where}. `;
  put(find("#makes"), makes);
  put(find("#effect"), dead ? known.dead : known.effect);
  find("#step").textContent = known.title.replace("{number}", tops[to]);
  const send = find("#do-send span");
  if (send) send.textContent = known.send.replace("{number}", tops[to]);
  if (known.both) available(find("#do-next"), !dead, "blue");
  for (const [id, by] of [["#gap-before", -1], ["#gap-after", 1]]) {
    const next = slots()[to + by];
    find(id).value = (next ?? gap).value;
    if (next) find(id).removeAttribute("aria-disabled");
    else find(id).ariaDisabled = "true";
  }
  if (said) say([said, makes, dead ? known.dead : ""].filter(Boolean).join(". ").replace("..", "."));
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("#board .slot, #keep, #flip, #gap-before, #gap-after");
  if (!button || !placing()) return;
  event.preventDefault();
  if (button.id === "keep" || button.id === "flip") flip(button.id === "flip");
  else if (button.ariaDisabled !== "true") moveTo(Number(button.value.slice(4)));
  // The pressed gap no longer exists.
  if (button.hidden) find("#step").focus({ preventScroll: true });
});

document.addEventListener("board", () => {
  const known = placing();
  if (!known) return;
  const gap = slots()[Number(field("to").value)];
  say(`${known.taken} ${gap.ariaLabel}. ${find("#makes").textContent}`.trim());
  if (document.activeElement?.closest(".ring")) find("#step").focus({ preventScroll: true });
});
