// What no turn waits for comes once the page is there: the sheets and modules of links marked so.

import { all, find } from "games/frame/dom.js";

async function come(link) {
  if (link.as === "script") {
    await import(link.href);
  } else {
    const loaded = new Promise((resolve) => { link.onload = resolve; });
    link.rel = "stylesheet";
    await loaded;
  }
  delete link.dataset.late;
}

addEventListener("load", () => all("link[data-late]").forEach(come));

// ---- What few tables need, once they do

const RARE = {
  ".clock[data-left], .nudge[data-wait]": "games/table/clock.js",
  "[data-copy], [data-share]": "games/table/offer.js",
  "[data-picture]": "games/table/ends/picture.js",
};

document.addEventListener("board", () => {
  for (const [part, module] of Object.entries(RARE)) if (find(part)) import(module);
});
