// Table chat: fetches new messages, and never loses what was typed.

import { all, find } from "games/frame/dom.js";
import { say } from "games/table/bar.js";
import words from "games/table/words.js";

const talk = find("#chat");
const key = `chat-read-${talk?.dataset.game}`;
const ids = (selector) => all(`#message-list ${selector}`).map((line) => Number(line.dataset.message));
const last = () => Math.max(0, ...ids("li"));
let end = 0;

function read() {
  try { return Number(localStorage.getItem(key)); } catch { return 0; }
}

function write(id) {
  try { localStorage.setItem(key, id); } catch { /* It will count as new on the next visit. */ }
}

// The badge counts messages by others since the chat was last open.
function mark() {
  if (talk.open && !document.hidden) write(last());
  const count = ids("li:not([data-mine])").filter((id) => id > read()).length;
  const badge = find("#unread");
  const way = find(".to-chat");
  if (way) {
    way.hidden = !count;
    way.lastElementChild.textContent = count || "";
  }
  badge.hidden = !count;
  badge.replaceChildren();
  if (!count) return;
  const shown = document.createElement("span");
  shown.ariaHidden = "true";
  shown.textContent = count;
  const spoken = document.createElement("span");
  spoken.className = "unseen";
  spoken.textContent = count === 1 ? words.chat.one : words.chat.many.replace("{count}", count);
  badge.append(shown, spoken);
}

const toTheEnd = () => { find("#messages").scrollTop = find("#messages").scrollHeight; };
// By a link that plays one turn, the chat is there to read as it was when the page was opened.
const look = () => find("#chat-news") && htmx.trigger("#chat-news", "look");

function refuse(text) {
  find("#chat-error").textContent = text;
  say(text);
}

if (talk) {
  document.addEventListener("hint", ({ detail }) => {
    if (detail.version === null && (!detail.game || detail.game === talk.dataset.game)) look();
  });
  document.addEventListener("poll", look);
  document.addEventListener("stream-open", look);
  document.addEventListener("visibilitychange", () => document.hidden || mark());

  document.addEventListener("board", mark);
  document.addEventListener("click", (event) => {
    if (event.target.closest(".to-chat")) talk.open = true;
  });

  talk.addEventListener("toggle", () => {
    if (!talk.open) return;
    mark();
    toTheEnd();
  });

  talk.addEventListener("htmx:configRequest", ({ detail }) => {
    detail.parameters.first = ids("li")[0] ?? 0;
    detail.parameters.after = last();
    detail.parameters.hidden = ids("li[data-hidden]").join();
  });
  talk.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id !== "message-list") return;
    // Hidden and restored messages keep their position.
    if (last() > end) toTheEnd();
    end = last();
    mark();
  });
  talk.addEventListener("said", () => {
    find("#say").value = "";
    find("#say").focus();
  });
  talk.addEventListener("htmx:oobAfterSwap", ({ detail }) => {
    if (detail.target.id !== "chat-error") return;
    const error = find("#chat-error").textContent;
    if (error) say(error);
  });
  for (const failure of ["sendError", "timeout", "responseError"]) {
    talk.addEventListener(`htmx:${failure}`, (event) => {
      if (event.target.id !== "chat-form") return;
      const { xhr } = event.detail;
      // The sentence about characters that a text can't have.
      refuse(xhr?.status === 422 ? xhr.responseText : words.chat.unsent);
    });
  }

  // Enter sends; Shift+Enter starts a new line.
  talk.addEventListener("keydown", (event) => {
    if (event.target.id !== "say" || event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    find("#chat-form").requestSubmit();
  });

  mark();
  toTheEnd();
  end = last();
}
