// Sends the picture of a result by the device's own sheet. Without this script it can be saved.

import { all } from "games/frame/dom.js";

const PNG = "image/png";
const takesFiles = Boolean(navigator.canShare?.({ files: [new File([""], "a.png", { type: PNG })] }));

function show() {
  for (const button of all("[data-picture]")) button.hidden = !takesFiles;
}

async function send({ picture, name, title }) {
  const answer = await fetch(picture);
  if (!answer.ok) return;
  const files = [new File([await answer.blob()], name, { type: PNG })];
  // Closing the device's sheet is no error, and the picture can still be saved.
  await navigator.share({ files, title }).catch(() => {});
}

document.addEventListener("click", ({ target }) => {
  if (target.dataset?.picture) send(target.dataset);
});

document.addEventListener("board", show);
show();
