// The table's page: what scripts share, and what must outlast a swap of the board. Everything in
// these scripts is a comfort: without them each press is a form.
"use strict";

const find = (selector) => document.querySelector(selector);
const all = (selector) => [...document.querySelectorAll(selector)];

// What is being chosen, in the server's words; null while nothing can be.
const phrases = () => JSON.parse(find("#phrases")?.textContent ?? "null");

// `text` into `element`, with sets such as 6-5-4 kept whole.
function put(element, text) {
  element.replaceChildren(...text.split(/(\d+(?:-\d+)+)/).map((part, i) => {
    if (i % 2 === 0) return part;
    const set = document.createElement("span");
    set.className = "set";
    set.textContent = part;
    return set;
  }));
}

// Have a screen reader say something politely. The same words twice would not be said again.
function say(text) {
  const status = find("#status");
  status.textContent = status.textContent === text ? `${text}\u00a0` : text;
}

// What the bar says. `gain` is what a good choice leads to, `rule` where the rules say why not.
function answer(kind, symbol, title, reason, gain = "", rule = "") {
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
}

function available(button, can, colour) {
  button.classList.toggle("off", !can);
  button.classList.toggle(colour, can);
  if (can) button.removeAttribute("aria-disabled");
  else button.setAttribute("aria-disabled", "true");
}

{
  const isNews = (event) => event.detail.requestConfig?.elt.id === "news";

  // ---- What a swap must not lose: the selection, what was opened, how far the log was read

  let kept = null;

  function keep(news) {
    kept = {
      news,
      // A card's label names both its values and its place, so an equal label is the same card.
      checked: news ? all("#board :checked").map((input) => [input.id, input.ariaLabel]) : [],
      open: all("#board details[open][id]").map((details) => details.id),
      scroll: find("#log ol")?.scrollTop ?? 0,
      ring: find(".ring .cards")?.ariaLabel,
    };
  }

  function giveBack() {
    for (const [id, label] of kept.checked) {
      const input = id && document.getElementById(id);
      if (input && input.ariaLabel === label) input.checked = true;
    }
    for (const id of kept.open) document.getElementById(id)?.setAttribute("open", "");
    const log = find("#log ol");
    if (log) log.scrollTop = kept.scroll;
    if (find(".ring .cards")?.ariaLabel !== kept.ring) find("#board").classList.add("arrived");
  }

  // ---- One announcement for each move made while the page is open

  const lines = () => all("#log li[data-number]").map((line) => [Number(line.dataset.number), line]);
  let heard = { round: "", number: 0 };

  function remember() {
    heard = {
      round: find("#board").dataset.round,
      number: Math.max(0, ...lines().map(([number]) => number)),
    };
  }

  function announce() {
    const sameRound = heard.round === find("#board").dataset.round;
    const fresh = lines().filter(([number]) => !sameRound || number > heard.number).reverse();
    const said = fresh.map(([number, line]) =>
      `${find("#status").dataset.move} ${number}: ${line.lastElementChild.textContent.trim()}.`);
    if (said.length || !sameRound) say([...said, find("#headline").textContent].join(" "));
    remember();
    return said.length > 0;
  }

  // ---- The swap itself

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.shouldSwap && event.target.id === "board") keep(isNews(event));
  });

  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id !== "board") return;
    const news = kept.news;
    giveBack();
    const moved = event.target.hasAttribute("data-moved");
    event.target.removeAttribute("data-moved");
    document.dispatchEvent(new CustomEvent("board", { detail: { said: announce() } }));
    if (moved) {
      find("#headline").focus();
    } else if (document.activeElement === document.body && !news) {
      (find("#step") ?? find("#headline")).focus({ preventScroll: true });
    }
    const hint = find("#hint ol");
    if (hint && event.detail.requestConfig?.triggeringEvent?.submitter?.value === "hint") {
      hint.scrollIntoView({ block: "nearest" });
      say([...hint.querySelectorAll("div > *")].map((part) => part.textContent.trim()).join(" "));
    }
    // The gaps must not hide behind the bar that speaks of them.
    if (!news) find(".placing")?.scrollIntoView({ block: "nearest" });
  });

  document.addEventListener("DOMContentLoaded", () => {
    remember();
    document.dispatchEvent(new CustomEvent("board", { detail: { said: true } }));
  });
}
