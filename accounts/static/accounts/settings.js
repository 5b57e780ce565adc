// The page takes on the appearance that was just chosen, before it is saved.
"use strict";

document.addEventListener("change", (event) => {
  if (event.target.name !== "theme") return;
  const chosen = event.target.value;
  if (chosen === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
});
