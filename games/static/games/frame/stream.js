// One stream of wakes per visible tab, for all the viewer's games; polling where there is
// none. Pages listen for these events on the body:
//   hint            a game reached a version; null: fetch the game; no name: fetch everything
//   games-changed   a list of the viewer's games may have changed
//   stream-open, stream-lost, poll

const { stream: address, waiting, game: here } = document.body.dataset;
const AGAIN = 60_000;
const SOON = 600;
const between = (least, most) => least + Math.random() * (most - least);

let source = null;
let again = 0;
let soon = 0;
let polling = 0;
let tag = "";
let opened = false;

const tell = (name, detail) => document.body.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));

export const isOpen = () => source?.readyState === EventSource.OPEN;

// Whether there has been a stream since the page was loaded.
export const wasOpened = () => opened;

// ---- The number of waiting games in header and title

function show(html) {
  const box = document.createElement("template");
  box.innerHTML = html;
  for (const part of [...box.content.children]) document.getElementById(part.id)?.replaceWith(part);
  const count = document.querySelector("#waiting-count [aria-hidden]")?.textContent;
  const title = document.title.replace(/^\(\d+\) /, "");
  document.title = count ? `(${count}) ${title}` : title;
}

// Whether the viewer's lists have changed since the last call.
async function look() {
  if (!waiting) return false;
  try {
    const answer = await fetch(waiting, tag ? { headers: { "If-None-Match": tag } } : {});
    if (answer.status !== 200 || answer.redirected) return false;
    tag = answer.headers.get("ETag") ?? "";
    show(await answer.text());
    return true;
  } catch {
    return false; // The next poll will catch up.
  }
}

// Bots move fast, so wakes close together count as one change.
function listsChanged() {
  if (soon || document.hidden) return;
  soon = setTimeout(async () => {
    soon = 0;
    await look();
    tell("games-changed");
  }, SOON);
}

// ---- The stream

function open() {
  if (source || document.hidden) return;
  if (!address) {
    // A table that was opened by an email's link has no stream.
    if (here) {
      tell("stream-lost");
      poll();
    }
    return;
  }
  source = new EventSource(address);
  source.addEventListener("open", () => {
    opened = true;
    clearTimeout(polling);
    polling = 0;
    tell("stream-open");
  });
  source.addEventListener("lists", listsChanged);
  source.addEventListener("game", (event) => {
    const hint = JSON.parse(event.data);
    tell("hint", hint);
    // The table's own updates include the count.
    if (hint.game !== here || hint.version === null) listsChanged();
  });
  source.addEventListener("error", () => {
    // Browsers do not retry a refused stream.
    if (source.readyState === EventSource.CLOSED) {
      close();
      again = setTimeout(open, AGAIN);
    }
    tell("stream-lost");
    poll();
  });
}

function close() {
  clearTimeout(again);
  source?.close();
  source = null;
}

function poll() {
  if (polling || document.hidden) return;
  polling = setTimeout(async () => {
    polling = 0;
    if (isOpen()) return;
    tell("poll");
    if (await look()) tell("games-changed");
    poll();
  }, between(15_000, 20_000));
}

function wake() {
  if (document.hidden) {
    close();
    clearTimeout(polling);
    polling = 0;
    clearTimeout(soon);
    soon = 0;
  } else {
    listsChanged();
    tell("poll");
    open();
  }
}

document.addEventListener("visibilitychange", wake);
addEventListener("pagehide", close);
addEventListener("pageshow", (event) => event.persisted && wake());
document.addEventListener("DOMContentLoaded", open);
