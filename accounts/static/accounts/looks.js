// Look and sound: the open page follows what was saved, and "Try it" plays the four sounds.

import { all } from "games/frame/dom.js";

const NAMES = ["pace", "tap", "motion", "sound", "volume", "faces"];

// The server says which attributes the root of a page would have now.
document.addEventListener("taste", ({ detail: { attributes } }) => {
  const root = document.documentElement.dataset;
  for (const name of NAMES) {
    if (name in attributes) root[name] = attributes[name];
    else delete root[name];
  }
});

for (const button of all("[data-try]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const { tryAll } = await import("games/table/sound.js");
    tryAll(Number(button.form.elements.volume.value));
  });
}
