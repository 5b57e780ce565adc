// The lesson: shows one scene at a time; the right press leads on, all others get an answer.

const lesson = document.getElementById("lesson");
const parts = ["progress", "coach", "table", "verdict", "compose", "actions"]
  .map((name) => document.getElementById(`lesson-${name}`));
const verdict = document.getElementById("lesson-verdict");
let scene;
let selections;

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
}

function go(name) {
  open(name);
  scrollTo(0, 0);
  (lesson.querySelector(".poster h2") ?? document.getElementById("lesson-coach"))
    .focus({ preventScroll: true });
}

// ---- Answers to presses

function say({ title, reason }, good = false) {
  const mark = verdict.querySelector(".mark");
  if (!mark || !title) return;
  mark.textContent = good ? "✓" : "?";
  mark.classList.toggle("good", good);
  verdict.querySelector("strong").textContent = title;
  verdict.querySelector("p").textContent = reason;
}

const chosen = () => [...lesson.querySelectorAll(".pick :checked")].map((input) => input.value).join(" ");

function judge() {
  const found = selections[chosen()];
  const button = lesson.querySelector(".actions .main span");
  button.dataset.plain ??= button.textContent;
  button.textContent = found?.label ?? button.dataset.plain;
  for (const input of lesson.querySelectorAll(".pick input")) {
    input.nextElementSibling.classList.toggle("ok", input.checked && Boolean(found?.go));
  }
  say(found ?? scene.dataset, Boolean(found?.go));
  return found;
}

lesson.addEventListener("change", () => judge());

lesson.addEventListener("click", (event) => {
  if (event.target.closest("a, form, .pick input, label, .side")
      && !event.target.closest("button")) return;
  const button = event.target.closest("button");
  if (button?.type === "submit") return;
  const found = selections && button?.matches(".main") ? judge() : null;
  const next = found?.go || button?.dataset.go;
  if (next) go(next);
  else if (!found) say(button?.dataset ?? scene.dataset);
});

document.getElementById("lesson-pictures").remove();
open("show");
lesson.hidden = false;
