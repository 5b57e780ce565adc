// Whether something may move, whether it does, and what waits until it has landed. What moves it is
// loaded after the page.

const { dataset } = document.documentElement;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let moving = false;
const later = [];

export const isStill = () =>
  calm.matches || document.hidden || dataset.motion === "off" || dataset.pace === "once";

export const isMoving = () => moving;

// Do `act` when all has landed.
export function whenLanded(act) {
  if (moving) later.push(act);
  else act();
}

export function setMoving(now) {
  moving = now;
  if (!now) for (const act of later.splice(0)) act();
}
