// A ready text fills its field at once; without this the button asks the server to do it.
for (const button of document.querySelectorAll("button[data-fills]")) {
  button.addEventListener("click", (press) => {
    const field = document.getElementById(button.dataset.fills);
    if (!field) return;
    press.preventDefault();
    field.value = button.dataset.text;
    field.focus();
  });
}
