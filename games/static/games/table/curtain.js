// Sees that a round or the game has ended, and fetches what shows it: few tables need it soon.

import { find } from "games/frame/dom.js";

let inPlay = false;
let fetched = false;

document.addEventListener("board", async () => {
  const sheet = find("#curtain");
  const seen = inPlay;
  inPlay = !sheet && find(".stage") !== null;
  // Until it is shown above the table it is not there; without scripts it is open, below the ring.
  sheet?.removeAttribute("open");
  if (!fetched && !sheet && !find(".bow")) return;
  fetched = true;
  const curtain = await import("games/table/ends/curtain.js");
  curtain.changed(seen);
});
