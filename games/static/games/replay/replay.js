// Stepping through a replay without loading pages: all moments of the round are fetched once, and
// whatever names another moment shows it. Without them every link still leads there.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const PAUSE = 1200;
  const find = (selector) => document.querySelector(selector);
  const replay = find("#replay");
  const slider = find("#slider");
  const auto = find("#auto");
  const most = Number(slider.max);

  let move = Number(slider.value);
  let moments = null; // Each moment's element, by its move.
  let playing = 0;

  const ready = fetch(replay.dataset.steps)
    .then((answer) => (answer.ok && !answer.redirected ? answer.text() : ""))
    .then((html) => {
      const box = document.createElement("template");
      box.innerHTML = html;
      const found = [...box.content.querySelectorAll(".moment")];
      if (found.length >= most) moments = new Map(found.map((one) => [Number(one.dataset.move), one]));
    })
    .catch(() => {}); // The links lead on.

  // ---- Showing a moment

  const at = (address, number) => {
    const url = new URL(address, location.href);
    url.searchParams.set("move", number);
    return url.pathname + url.search;
  };

  const within = (number) => Math.min(Math.max(number, 1), most);

  const target = (go) => within({ first: 1, back: move - 1, next: move + 1, last: most }[go] ?? Number(go));

  async function show(number, { say = true } = {}) {
    await ready;
    if (!moments) {
      location.assign(at(find("#copy").href, number));
      return;
    }
    move = number;
    const moment = moments.get(number);
    const { spoken, counter, heading } = moment.dataset;
    find("#moment").replaceChildren(moment);
    find("#headline").textContent = heading;
    document.title = [heading, replay.dataset.name, "Next Act"].join(" · ");
    slider.value = number;
    slider.setAttribute("aria-valuetext", spoken);
    find("#counter").textContent = counter;
    for (const link of document.querySelectorAll("[data-go]")) point(link);
    for (const link of document.querySelectorAll("[data-place], .segments .on")) {
      link.setAttribute("href", at(link.href, number));
    }
    history.replaceState(null, "", at(find("#copy").href, number));
    if (say) find("#said").textContent = spoken;
  }

  // The steps lead on from the new moment; the list marks it.
  function point(link) {
    const { go } = link.dataset;
    if (Number.isNaN(Number(go))) {
      link.setAttribute("href", at(link.href, target(go)));
    } else if (Number(go) === move) {
      link.setAttribute("aria-current", "step");
      inSight(link);
    } else {
      link.removeAttribute("aria-current");
    }
  }

  // The list scrolls by itself, the page never does.
  function inSight(link) {
    const list = find("#moves");
    const top = link.offsetTop - list.offsetTop;
    if (top < list.scrollTop || top + link.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = top - list.clientHeight / 2;
    }
  }

  // ---- Playing by itself

  function stop() {
    clearInterval(playing);
    playing = 0;
    draw();
  }

  function draw() {
    auto.setAttribute("aria-label", playing ? auto.dataset.pause : auto.dataset.play);
    auto.querySelector("use").setAttribute("href", playing ? "#pause" : "#play");
  }

  function toggle() {
    if (playing) {
      stop();
      return;
    }
    if (move === most) show(1, { say: false });
    playing = setInterval(() => {
      if (move >= most || document.hidden) stop();
      else show(move + 1, { say: false });
    }, PAUSE);
    draw();
  }

  function go(number) {
    if (playing) stop();
    if (number !== move) show(number);
  }

  // ---- Buttons, slider, list, keys

  auto.hidden = false;
  find("#keys-hint").hidden = false;
  find("#go").hidden = true;
  auto.addEventListener("click", toggle);
  slider.addEventListener("input", () => {
    if (playing) stop();
    show(Number(slider.value), { say: false });
  });
  find("#controls").addEventListener("submit", (event) => event.preventDefault());

  replay.addEventListener("click", (event) => {
    const link = event.target.closest("[data-go]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(target(link.dataset.go));
  });

  const KEYS = {
    ArrowLeft: () => go(target("back")),
    ArrowRight: () => go(target("next")),
    Home: () => go(1),
    End: () => go(most),
    " ": toggle,
  };

  // Keys that a focused control has a use for are that control's own.
  function isTaken(event) {
    const { target: focused, key } = event;
    if (focused.closest("input, textarea, select")) return key !== " " || focused !== slider;
    return key === " " && focused.closest("a, button, summary");
  }

  document.addEventListener("keydown", (event) => {
    if (!KEYS[event.key] || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const inside = event.target === document.body || event.target.closest?.("main");
    if (!inside || isTaken(event)) return;
    event.preventDefault();
    KEYS[event.key]();
  });

  // ---- The link to this moment

  const copy = find("#copy");
  copy.addEventListener("click", async (event) => {
    if (!navigator.clipboard || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const label = copy.textContent;
    if (label === copy.dataset.copied) return;
    await navigator.clipboard.writeText(copy.href);
    copy.textContent = copy.dataset.copied;
    find("#said").textContent = copy.dataset.copied;
    setTimeout(() => { copy.textContent = label; }, 3000);
  });

  const current = find("#moves [aria-current]");
  if (current) inSight(current);
});
