// A form with data-once is sent once, however often its button is pressed.

for (const form of document.querySelectorAll("form[data-once]")) {
  let sent = false;
  form.addEventListener("submit", (event) => {
    if (sent) event.preventDefault();
    sent = true;
  });
  // The page comes back as it was left.
  addEventListener("pageshow", () => { sent = false; });
}
