// Offers to put the site on the home screen where the browser can be asked to. Elsewhere the panel
// says how people do it themselves.

const [add, ways, added] = ["#add-app", "#app-ways", "#app-added"].map((id) => document.querySelector(id));
let offer = null;

function show(part) {
  for (const each of [add, ways, added]) each.hidden = each !== part;
}

addEventListener("beforeinstallprompt", (event) => {
  // The browser keeps its own banner to itself; this button asks when it is pressed.
  event.preventDefault();
  offer = event;
  show(add);
});
addEventListener("appinstalled", () => show(added));
add.addEventListener("click", async () => {
  const asked = offer;
  // It can be asked once.
  offer = null;
  const { outcome } = await asked.prompt();
  show(outcome === "accepted" ? added : ways);
});

// Opened from the home screen: it is there.
if (matchMedia("(display-mode: standalone)").matches || navigator.standalone) show(added);
