// Paints quiet hours: by a press, by dragging over a rectangle of hours, by arrows and Space, and by
// arrows with Shift. Each stroke is saved by the form's own request.

const HOURS = 24;
// A day's hours run as the page is read.
const ONWARD = document.dir === "rtl" ? -1 : 1;
const STEPS = { ArrowLeft: -ONWARD, ArrowRight: ONWARD, ArrowUp: -HOURS, ArrowDown: HOURS };
const section = document.querySelector("#quiet-hours");
const times = document.querySelector("#type-times");
let stroke = null;
let pressed = false;

// The form is another one after each answer.
const week = () => section.querySelector("#week");
const cells = () => [...week().querySelectorAll("[type=checkbox]")];
const save = () => week().dispatchEvent(new Event("painted"));
const cellAt = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("#week [type=checkbox]");

function paint(to) {
  const days = [Math.floor(stroke.from / HOURS), Math.floor(to / HOURS)].sort((a, b) => a - b);
  const hours = [stroke.from % HOURS, to % HOURS].sort((a, b) => a - b);
  for (const [number, cell] of cells().entries()) {
    const day = Math.floor(number / HOURS);
    const hour = number % HOURS;
    const inside = day >= days[0] && day <= days[1] && hour >= hours[0] && hour <= hours[1];
    cell.checked = inside ? stroke.quiet : stroke.before[number];
  }
}

function show(digits) {
  const bits = BigInt(`0x${digits || 0}`);
  for (const [number, cell] of cells().entries()) cell.checked = Boolean((bits >> BigInt(number)) & 1n);
}

section.addEventListener("pointerdown", (event) => {
  pressed = false;
  const cell = event.target.closest("#week [type=checkbox]");
  if (!cell || event.button) return;
  event.preventDefault();
  cell.focus();
  pressed = true;
  stroke = { from: Number(cell.value), quiet: !cell.checked, before: cells().map((each) => each.checked) };
  // A finger holds on to what it touched first.
  cell.releasePointerCapture(event.pointerId);
  paint(stroke.from);
});
document.addEventListener("pointermove", (event) => {
  const cell = stroke && cellAt(event);
  if (cell) paint(Number(cell.value));
});
document.addEventListener("pointerup", () => {
  if (stroke) save();
  stroke = null;
});
document.addEventListener("pointercancel", () => {
  if (stroke) for (const [number, cell] of cells().entries()) cell.checked = stroke.before[number];
  stroke = null;
});
section.addEventListener("click", (event) => {
  // The press has painted already.
  if (pressed && event.target.closest("#week [type=checkbox]")) event.preventDefault();
  pressed = false;
});
section.addEventListener("change", (event) => {
  if (event.target.closest("#week")) save();
});

section.addEventListener("keydown", (event) => {
  const cell = event.target.closest("#week [type=checkbox]");
  const step = STEPS[event.key];
  if (!cell || !step || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const next = cells()[Number(cell.value) + step];
  if (!next) return;
  next.focus();
  if (event.shiftKey && next.checked !== cell.checked) {
    next.checked = cell.checked;
    save();
  }
});
section.addEventListener("focusin", (event) => {
  if (!event.target.closest("#week")) return;
  for (const cell of cells()) cell.tabIndex = cell === event.target ? 0 : -1;
});

for (const kind of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
  document.addEventListener(kind, (event) => {
    if (event.target.id === "week") show(section.querySelector("#week-was").value);
  });
}

times.addEventListener("click", () => {
  times.setAttribute("aria-expanded", times.getAttribute("aria-expanded") === "false");
});
