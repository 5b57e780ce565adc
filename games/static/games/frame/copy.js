// Copies a link, and says so.

// Copy `text`. For two seconds `button` shows its word for that; #said or #status tells screen readers.
export async function copy(text, button) {
  button.label ??= button.textContent;
  await navigator.clipboard.writeText(text);
  button.textContent = button.dataset.copied;
  document.querySelector("#said, #status").textContent = button.dataset.copied;
  setTimeout(() => { button.textContent = button.label; }, 2000);
}
