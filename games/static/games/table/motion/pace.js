// The viewer's taste: whether things move, how fast, and whether bots wait for a tap.

const { dataset } = document.documentElement;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export const isStill = () =>
  calm.matches || document.hidden || dataset.motion === "off" || dataset.pace === "once";

// What all times are multiplied by.
export const slowness = () => (isStill() ? 0 : dataset.pace === "slow" ? 1.6 : 1);

export const waitsForTaps = () => "tap" in dataset && !document.hidden;

// Sounds are played elsewhere, if at all.
export const cue = (detail) => document.dispatchEvent(new CustomEvent("cue", { detail }));
