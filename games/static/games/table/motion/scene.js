// Where things are on the page, measured before and after it changes.

const HANDS = ".hand .row .card, .way:has(:checked) .row .card, .hands .cards > .card";

// A card's text, such as "7/9", and a name that is the same whichever way up it is.
const textOf = (card) => [...card.children].map((side) => side.textContent.trim()).join("/");
export const nameOf = (text) => text.split("/").sort((a, b) => a - b).join("/");

export const middle = ({ left, top, width, height }) => ({ x: left + width / 2, y: top + height / 2 });

function cardsOf(root, selector) {
  const found = new Map();
  for (const element of root.querySelectorAll(selector)) {
    const box = element.getBoundingClientRect();
    const text = textOf(element);
    if (box.width && text) found.set(nameOf(text), { element, text, ...middle(box), width: element.offsetWidth });
  }
  return found;
}

export function measure(root) {
  const ring = root?.querySelector(".ring");
  return {
    root,
    ring,
    asks: Boolean(root?.querySelector(".ways-field")), // "Which way up?"
    at: ring && middle(ring.getBoundingClientRect()),
    laid: root ? cardsOf(root, ".ring .cards > .card") : new Map(),
    held: root ? cardsOf(root, HANDS) : new Map(),
  };
}

const visible = (root, selector) =>
  [...root.querySelectorAll(selector)].find((element) => element.offsetWidth) ?? null;

// The visible number of a seat: "hand", "won" or "chips"; null if there is none.
export const numberOf = ({ root }, seat, kind) =>
  visible(root, `[data-of="${seat}"] [data-count="${kind}"]`);

// Where something leaves or reaches a seat. What lies off the screen is met at its edge, faded.
export function seatAt(scene, seat, kind) {
  const element = numberOf(scene, seat, kind) ?? visible(scene.root, `[data-of="${seat}"]`)
    ?? visible(scene.root, ".hand-head") ?? scene.ring;
  const { x, y } = middle(element.getBoundingClientRect());
  const seen = { x: Math.min(Math.max(x, 0), innerWidth), y: Math.min(Math.max(y, 0), innerHeight) };
  return { ...seen, fade: seen.x === x && seen.y === y ? 1 : 0 };
}

// The places of a set in the ring, from left to right.
export function places(scene, cards) {
  const found = cards.map((text) => scene.laid.get(nameOf(text)));
  if (found.length === scene.laid.size && found.every(Boolean)) return found;
  const { ring } = scene;
  const [first] = scene.laid.values();
  const probe = document.createElement("span");
  probe.className = "card";
  probe.style.position = "absolute";
  ring.append(probe);
  const room = ring.offsetWidth * 0.8 / cards.length - 4;
  const width = Math.min(probe.offsetWidth, room);
  probe.remove();
  const { x } = scene.at;
  const y = first?.y ?? scene.at.y;
  return cards.map((text, i) => ({ x: x + (i - (cards.length - 1) / 2) * (width + 4), y, width }));
}
