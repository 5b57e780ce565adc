// The page "How we tell you": copies the calendar's address, and says what could not be saved.

import { copy } from "games/frame/copy.js";

const button = document.querySelector("#copy");
const feed = document.querySelector("#feed");
if (button && navigator.clipboard) {
  button.hidden = false;
  button.addEventListener("click", () => copy(feed.value, button));
}
feed?.addEventListener("focus", () => feed.select());

const saved = document.querySelector("#saved");
const failed = (event) => {
  const box = event.target;
  if (box.matches("[type=checkbox]")) box.checked = !box.checked;
  saved.classList.add("not");
  saved.textContent = event.detail.xhr?.responseText && event.detail.xhr.status === 429
    ? event.detail.xhr.responseText : saved.dataset.failed;
};
for (const kind of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
  document.addEventListener(kind, failed);
}
document.addEventListener("htmx:oobBeforeSwap", () => saved.classList.remove("not"));
