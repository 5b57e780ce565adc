// Asks the browser for a passkey, and adds its answer to the submitted form.

const supported = globalThis.webauthnJSON?.supported();
const dataOf = () => JSON.parse(document.getElementById("passkey-data").textContent);

// The browser's answer, for each kind of form.
const credentialFor = {
  async login(form) {
    const answer = await fetch(form.action, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return webauthnJSON.get((await answer.json()).request_options);
  },
  authenticate: () => webauthnJSON.get(dataOf().request_options),
  add(form) {
    const options = dataOf().creation_options;
    const alone = form.elements.passwordless?.checked ?? false;
    const choice = options.publicKey.authenticatorSelection;
    choice.residentKey = alone ? "required" : "discouraged";
    choice.requireResidentKey = alone;
    if (alone) choice.userVerification = "required";
    return webauthnJSON.create(options);
  },
};

for (const form of document.querySelectorAll("form[data-passkey]")) {
  if (!supported) {
    form.hidden = true;
    continue;
  }
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const alert = form.querySelector("[role=alert][hidden], [role=alert].told");
    try {
      const credential = await credentialFor[form.dataset.passkey](form);
      form.elements.credential.value = JSON.stringify(credential);
      form.submit();
    } catch {
      // Cancelled by the user or unknown to the device: both get the same message.
      alert.classList.add("told");
      alert.hidden = false;
    }
  });
}
