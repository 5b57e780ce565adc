// The viewer's taste: how fast things move, and whether bots wait for a tap.

import { isStill } from "games/table/motion/moving.js";

const { dataset } = document.documentElement;

// What all times are multiplied by.
export const slowness = () => (isStill() ? 0 : dataset.pace === "slow" ? 1.6 : 1);

export const waitsForTaps = () => "tap" in dataset && !document.hidden;

// Sounds are played elsewhere, if at all.
export const cue = (detail) => document.dispatchEvent(new CustomEvent("cue", { detail }));
