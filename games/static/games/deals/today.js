// Shares or copies the text of a day's deal. The page is complete without it.

import { copy } from "games/frame/copy.js";
import { find } from "games/frame/dom.js";

const text = () => find("#share-text").textContent;

function show() {
  if (!find("#share-text")) return;
  find("#copy").hidden = !navigator.clipboard;
  find("#share").hidden = !navigator.share;
}

document.addEventListener("click", (event) => {
  if (event.target.id === "copy") copy(text(), event.target);
  // Closing the device's sheet is no error, and the text can still be copied.
  if (event.target.id === "share") navigator.share({ text: text() }).catch(() => {});
});

document.addEventListener("htmx:afterSettle", show);
show();
