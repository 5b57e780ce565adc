// Applies the chosen appearance before it is saved.

document.addEventListener("change", (event) => {
  if (event.target.name !== "theme") return;
  const chosen = event.target.value;
  if (chosen === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
});
