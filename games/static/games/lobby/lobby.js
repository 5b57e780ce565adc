// Pages of games that have not started: share or copy a link, apply filters at once, notice a closed game.
// Everything works without this script.

import { copy } from "games/frame/copy.js";

const button = document.querySelector("#copy");
const link = document.querySelector("#link");
const share = document.querySelector("#share");
if (share && navigator.share) {
  // Closing the device's sheet is no error, and the link can still be copied.
  share.addEventListener("click", () => {
    const { title, text } = share.dataset;
    navigator.share({ title, text, url: link.value }).catch(() => {});
  });
  share.hidden = false;
} else if (share && navigator.clipboard) {
  share.textContent = share.dataset.copy;
  share.addEventListener("click", () => copy(link.value, share));
  share.hidden = false;
}
if (button && navigator.share && navigator.clipboard) {
  button.hidden = false;
  button.addEventListener("click", () => copy(link.value, button));
}
link?.addEventListener("focus", () => link.select());

// Filters start folded on narrow screens; wide ones have no button for them.
const filters = document.querySelector("#filters");
if (filters) filters.open = matchMedia("(min-width: 43.75em)").matches;
const filter = document.querySelector("#filter");
filter?.addEventListener("change", () => filter.requestSubmit());

// The game was closed while its page was open: say so and move on.
document.addEventListener("htmx:responseError", (event) => {
  const room = document.querySelector("#room");
  if (!room || event.detail.xhr.status !== 404) return;
  const strip = document.createElement("div");
  strip.className = "strip";
  strip.innerHTML = '<span class="mark" aria-hidden="true">!</span><p><strong></strong></p>';
  strip.querySelector("strong").textContent = room.dataset.gone;
  document.querySelector("#said").textContent = room.dataset.gone;
  document.querySelector(".before").replaceChildren(strip);
});
