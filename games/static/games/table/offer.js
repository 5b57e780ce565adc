// Copies or shares the link to a chair that is offered, or to a game that is over. Everything works without this script.

import { copy } from "games/frame/copy.js";
import { all } from "games/frame/dom.js";

function show() {
  if (navigator.clipboard) for (const button of all("[data-copy]")) button.hidden = false;
  if (navigator.share) for (const button of all("[data-share]")) button.hidden = false;
}

document.addEventListener("click", (event) => {
  const { dataset } = event.target;
  if (dataset.copy) copy(dataset.copy, event.target);
  // Closing the device's sheet is no error, and the link can still be copied.
  if (dataset.share) navigator.share({ title: dataset.title, text: dataset.text, url: dataset.share }).catch(() => {});
});

document.addEventListener("board", show);
show();
