// The lesson: shows one scene at a time; the right press leads on, all others get an answer.

import { available, put } from "games/table/bar.js";
import { whenLanded } from "games/table/motion/moving.js";
import { finish, play } from "games/table/motion/queue.js";
import { measure } from "games/table/motion/scene.js";
import { pressed } from "games/table/sets.js";

const ME = 0;
const lesson = document.getElementById("lesson");
const table = document.getElementById("lesson-table");
const parts = ["progress", "coach", "table", "verdict", "compose", "actions"]
  .map((name) => document.getElementById(`lesson-${name}`));
const verdict = document.getElementById("lesson-verdict");
let scene;
let selections;
let question;

// ---- Scenes

function open(name) {
  scene = document.getElementById(`scene-${name}`);
  selections = JSON.parse(scene.dataset.selections || "null");
  const copy = scene.content.cloneNode(true);
  for (const part of parts) {
    const made = copy.querySelector(`[data-part="${part.id}"]`);
    part.replaceChildren(...(made?.childNodes ?? []));
  }
  lesson.dataset.scene = name;
  question = {
    title: verdict.querySelector("strong")?.textContent,
    reason: verdict.querySelector("p")?.textContent,
  };
  if (selections) judge();
}

function go(name) {
  finish();
  document.documentElement.classList.remove("falls");
  const from = lesson.dataset.scene;
  const before = measure(table);
  open(name);
  scrollTo(0, 0);
  (lesson.querySelector(".end-head h2") ?? document.getElementById("lesson-coach"))
    .focus({ preventScroll: true });
  const { after, moves } = scene.dataset;
  play(before, table, after === from ? JSON.parse(moves) : [], { seat: ME });
  if (table.querySelector(".stamp")) stamp();
}

// As at the table: the last show lands, then the stamp falls.
function stamp() {
  const { classList } = document.documentElement;
  classList.add("stamping");
  whenLanded(() => {
    classList.remove("stamping");
    classList.add("falls");
  });
}

// ---- Answers to presses

function say({ title, reason }, kind = "", sign = "?") {
  const mark = verdict.querySelector(".mark");
  if (!mark || !title) return;
  mark.textContent = sign;
  mark.className = `mark ${kind}`;
  put(verdict.querySelector("strong"), title);
  put(verdict.querySelector("p"), reason);
}

// ---- The selection: cards, verdict and button do what they do at the table (games/table/hand.js)

const boxes = () => [...lesson.querySelectorAll(".pick input")];

function selection(checked = boxes().map((box) => box.checked)) {
  const start = checked.indexOf(true);
  return start < 0 ? [0, 0] : [start, checked.lastIndexOf(true) + 1];
}

function judge() {
  const [start, stop] = selection();
  const found = selections[`${start}-${stop}`];
  const button = lesson.querySelector(".actions .main");
  const label = button.querySelector("span");
  button.dataset.plain ??= label.textContent;
  put(label, found?.label ?? button.dataset.plain);
  available(button, Boolean(found?.good), "red");
  for (const box of boxes()) {
    const card = box.nextElementSibling;
    card.classList.toggle("ok", box.checked && found.good);
    card.classList.toggle("no", box.checked && !found.good);
    card.nextElementSibling.textContent = box.checked && !found.good ? "✕" : "✓";
  }
  if (found) say(found, ...(found.good ? ["good", "✓"] : ["bad", "✕"]));
  else say(question);
  return found;
}

lesson.addEventListener("change", (event) => {
  const index = boxes().indexOf(event.target);
  const before = boxes().map((box, i) => box.checked !== (i === index));
  const [start, stop] = pressed(selection(before), index);
  boxes().forEach((box, i) => { box.checked = i >= start && i < stop; });
  judge();
});

lesson.addEventListener("click", (event) => {
  if (event.target.closest("a, form, .pick input, label, .side")
      && !event.target.closest("button")) return;
  const button = event.target.closest("button");
  if (button?.type === "submit") return;
  const found = selections && button?.matches(".main") ? judge() : null;
  const next = found?.go || button?.dataset.go;
  if (next) go(next);
  else if (found?.good) say(scene.dataset);
  else if (!found) say(button?.dataset ?? scene.dataset);
});

document.getElementById("lesson-pictures").remove();
open("show");
lesson.hidden = false;
