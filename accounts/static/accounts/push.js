// Asks the browser to allow notifications, after our own card was pressed, and subscribes it.

const card = document.querySelector(".allow-push");
const WAIT = 10_000;

function show(state) {
  card.hidden = state === "";
  for (const part of card.querySelectorAll("[data-state]")) {
    // What failed is said above the button that tries again.
    part.hidden = part.dataset.state !== state && !(state === "failed" && part.dataset.state === "ask");
  }
}

function say(state, sentence) {
  show(state);
  const part = card.querySelector(`[data-state="${state}"]`);
  if (sentence) part.lastElementChild.textContent = sentence;
  const said = part.querySelector("summary") ?? part.lastElementChild ?? part;
  card.querySelector("[role=status]").textContent = said.textContent.trim();
}

const supported = () =>
  "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

// On these, only pages on the home screen can be told.
const onApple = () =>
  /iPhone|iPad/.test(navigator.userAgent)
  || (navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1);

function registration() {
  const late = new Promise((_, refuse) => { setTimeout(() => refuse(new Error("late")), WAIT); });
  return Promise.race([navigator.serviceWorker.ready, late]);
}

function bytes(text) {
  const padded = text.replaceAll("-", "+").replaceAll("_", "/").padEnd(Math.ceil(text.length / 4) * 4, "=");
  return Uint8Array.from(atob(padded), (character) => character.charCodeAt(0));
}

// Whether a subscription was made with our present key; an older one gets nothing any more.
function isOurs(subscription) {
  const key = subscription.options?.applicationServerKey;
  if (!key) return true;
  const [theirs, ours] = [new Uint8Array(key), bytes(card.dataset.key)];
  return theirs.length === ours.length && theirs.every((byte, place) => byte === ours[place]);
}

async function subscribe() {
  const { pushManager } = await registration();
  let subscription = await pushManager.getSubscription();
  if (subscription && !isOurs(subscription)) {
    await subscription.unsubscribe();
    subscription = null;
  }
  subscription ??= await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytes(card.dataset.key),
  });
  return fetch(card.dataset.add, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(subscription),
  });
}

async function allow() {
  const button = card.querySelector("button");
  button.disabled = true;
  try {
    if (await Notification.requestPermission() !== "granted") {
      say("refused");
      return;
    }
    const answer = await subscribe();
    if (answer.ok) location.reload();
    else say("failed", (await answer.json().catch(() => ({}))).error);
  } catch {
    say(Notification.permission === "denied" ? "refused" : "failed");
  } finally {
    button.disabled = false;
  }
}

// A browser may have lost its subscription, or have one for a key of ours that is no more.
async function stillSubscribed() {
  const { pushManager } = await registration();
  const subscription = await pushManager.getSubscription();
  return subscription !== null && isOurs(subscription);
}

if (card) {
  card.querySelector("button").addEventListener("click", allow);
  if (!supported()) show(onApple() ? "home-screen" : "unsupported");
  else if (Notification.permission === "denied") show("refused");
  else if (card.dataset.isDevice === "no") show("ask");
  else stillSubscribed().then((still) => still || show("ask"), () => show(""));
}
