// When something is to be heard: on the event `cue`, and a bell when it becomes my turn. Without
// `data-sound` on the page's root nothing is loaded, made or heard; this neither.

import { find } from "games/frame/dom.js";

const { dataset } = document.documentElement;
const isOn = () => "sound" in dataset;
const load = () => import("games/table/sound.js");

async function cue(name) {
  if (!isOn() || document.hidden) return;
  const { play } = await load();
  play(name, Number(dataset.volume));
}

document.addEventListener("cue", ({ detail }) => cue(detail));
if (isOn()) load();

// ---- The bell, not when the page that is opened already shows that it is my turn

const mine = () => find("#board")?.hasAttribute("data-turn") ?? false;
let was = mine();

document.addEventListener("board", () => {
  const now = mine();
  if (now && !was) cue("bell");
  was = now;
});
