// This browser's own part in the shuffle: drawn at the press, and remembered for the check afterwards.

const KEPT = "parts";
const MOST = 300;

export function sentParts() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? [];
  } catch {
    return [];
  }
}

function remember(part) {
  try {
    localStorage.setItem(KEPT, JSON.stringify([...sentParts(), part].slice(-MOST)));
  } catch {
    // A browser that keeps nothing can still compare by eye.
  }
}

addEventListener("submit", ({ target }) => {
  const field = target.elements?.namedItem("part");
  if (!field || field.value) return;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  field.value = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  remember(field.value);
}, true);
// The page may come back as it was left, and each deal has a part of its own.
addEventListener("pageshow", () => {
  document.querySelectorAll("input[name=part]").forEach((field) => { field.value = ""; });
});
