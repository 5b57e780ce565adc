// The site like an app: its service worker, the number of waiting games on its icon, and
// notifications of a table that go away once the table is looked at.

import { find } from "games/frame/dom.js";

const WORKER = "/service-worker.js";
const count = find("#waiting-count");
const table = document.body.dataset.game;

// Browsers that can't, or aren't allowed to, miss nothing that a page needs.
const ifPossible = (promise) => promise?.catch(() => {});

function badge() {
  const number = Number(find("#waiting-count [aria-hidden]")?.textContent ?? 0);
  ifPossible(navigator.setAppBadge?.(number));
}

async function seen(registration) {
  if (!table || document.hidden) return;
  const shown = await registration.getNotifications();
  shown.filter(({ tag }) => tag.startsWith(table)).forEach((notification) => notification.close());
}

async function serve() {
  const registration = await navigator.serviceWorker.register(WORKER);
  if (!registration) return;
  await seen(registration);
  document.addEventListener("visibilitychange", () => ifPossible(seen(registration)));
}

if (count) {
  badge();
  // Scripts replace the count, not its link.
  new MutationObserver(badge).observe(count.parentElement, { childList: true, subtree: true });
}
// After everything that the page itself needs.
if (navigator.serviceWorker) addEventListener("load", () => ifPossible(serve()));
