// News of this table, as hints tell of them, looks now and then where there is no stream, and what to
// do when nothing gets through.
"use strict";

{
  // The talk beside the table has a way of its own.
  const isTalk = (event) => event.target.closest?.("#chat");
  const isNews = (event) => event.detail.requestConfig?.elt.id === "news";
  const board = () => find("#board");
  // A stream that was there should come back; meanwhile nobody else tells of news.
  const pause = () => Math.min(Number(board().dataset.pause), stream.opened ? 4 : Infinity) * 1000;
  const LONGEST_PAUSE = 30;

  let hinted = 0;
  let asked = 0;
  let missed = false;
  let posting = false;
  let outdated = false;
  let looking = 0;

  // While another request is under way this does nothing; see what follows each request.
  function look() {
    if (find("#news")) htmx.trigger("#news", "look");
  }

  const behind = () => missed || hinted > Number(board().dataset.version);

  // ---- When to look: see stream.js for what tells of news

  document.addEventListener("hint", ({ detail: { game, version } }) => {
    if (game && game !== document.body.dataset.game) return;
    hinted = Math.max(hinted, version ?? 0);
    missed ||= version === null;
    if (behind()) look();
  });

  document.addEventListener("stream-open", () => {
    clearTimeout(looking);
    looking = 0;
    if (lost) retry();
  });

  document.addEventListener("stream-lost", poll);

  function poll() {
    if (looking || document.hidden || !("live" in board().dataset)) return;
    looking = setTimeout(() => {
      looking = 0;
      if (stream.isOpen()) return;
      if (!lost) look();
      poll();
    }, pause());
  }

  function wake() {
    if (document.hidden) {
      clearTimeout(looking);
      looking = 0;
    } else {
      look();
      poll();
    }
  }

  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", (event) => event.persisted && wake());
  addEventListener("online", () => lost && retry());
  addEventListener("offline", () => lose());
  document.addEventListener("board", () => {
    // The pause is another now.
    if (!looking) return;
    clearTimeout(looking);
    looking = 0;
    poll();
  });

  // ---- Sending: a press counts once, and says that it is on its way

  const PLAYS = ["show", "send", "turn"];
  let pressed = null;

  document.addEventListener("submit", (event) => {
    if (isTalk(event)) return;
    if (board().ariaBusy !== "true") pressed = event.submitter;
    else {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }, true);

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (isTalk(event)) return;
    if (isNews(event)) {
      if (document.hidden || posting) {
        event.preventDefault();
        return;
      }
      missed = false;
      asked = hinted;
      outdated = false;
      return;
    }
    posting = true;
    outdated = true;
    if (PLAYS.includes(pressed?.value)) {
      const label = pressed.querySelector("span") ?? pressed;
      pressed.move ??= label.textContent;
      pressed.style.minWidth = `${pressed.offsetWidth}px`;
      label.textContent = find("#alert").dataset.sending;
      board().ariaBusy = "true";
    }
  });

  // A press overtook this look; its answer is newer.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (isNews(event) && outdated) event.detail.shouldSwap = false;
  });

  document.addEventListener("htmx:configRequest", (event) => {
    // Somebody sees what comes back: that counts as having seen the turn.
    if (event.detail.elt.id === "news") event.detail.headers["Page-Visible"] = "1";
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    if (isTalk(event)) return;
    if (!isNews(event)) {
      posting = false;
      board().ariaBusy = "false";
    }
    if (event.detail.successful || event.detail.xhr.status === 304) {
      calm();
      // A hint may have come in meanwhile.
      if (behind() && (missed || hinted > asked)) queueMicrotask(look);
    }
  });

  function unsent() {
    if (!PLAYS.includes(pressed?.value) || !pressed.isConnected) return;
    const words = find("#alert").dataset;
    const move = pressed.move;
    delete pressed.move;
    put(pressed.querySelector("span") ?? pressed, words.again.replace("{move}", move));
    if (!find("#verdict")) return;
    answer("bad", "✕", words.unsentTitle, words.unsent.replace("{move}", move));
  }

  // ---- Nothing gets through

  let lost = false;
  let tries = 0;
  let clock = 0;

  function strip(kind) {
    const words = find("#alert").dataset;
    const box = document.createElement("div");
    box.className = "strip bad";
    box.innerHTML = `<span class="mark bad" aria-hidden="true">!</span>
      <p><strong></strong> <span></span> <span class="next" aria-hidden="true"></span></p>`;
    box.querySelector("strong").textContent = `${words[`${kind}Title`]}.`;
    box.querySelector("p > span").textContent = words[kind];
    find("#alert").replaceChildren(box);
    return box;
  }

  function lose() {
    if (!lost) {
      lost = true;
      const button = document.createElement("button");
      button.type = "button";
      button.className = "button";
      button.textContent = find("#alert").dataset.now;
      button.addEventListener("click", retry);
      strip("lost").append(button);
    }
    count(Math.min(4 * 2 ** tries++, LONGEST_PAUSE));
  }

  // The seconds to the next try; for the eyes alone, a screen reader has the button.
  function count(seconds) {
    clearInterval(clock);
    const next = find("#alert .next");
    const show = () => { next.textContent = find("#alert").dataset.next.replace("{seconds}", seconds); };
    show();
    clock = setInterval(() => {
      seconds -= 1;
      if (seconds > 0) show();
      else retry();
    }, 1000);
  }

  function retry() {
    clearInterval(clock);
    look();
  }

  function calm() {
    clearInterval(clock);
    find("#alert .next")?.closest(".strip").remove();
    lost = false;
    tries = 0;
  }

  function failed(event) {
    if (isTalk(event)) return;
    if (!isNews(event)) unsent();
    lose();
  }

  for (const way of ["sendError", "sendAbort", "timeout"]) {
    document.addEventListener(`htmx:${way}`, failed);
  }
  document.addEventListener("htmx:responseError", (event) => {
    if (isTalk(event)) return;
    if (event.detail.xhr.status >= 500) failed(event);
    else {
      if (!isNews(event)) unsent();
      strip(event.detail.xhr.status === 429 ? "hasty" : "expired");
    }
  });
}
