// The service worker: shows the offline page where there is no connection, and what is pushed.
// It keeps the offline page and the files of that, and nothing else: never a page of a player.
// The site adds SITE above.

const KEPT = "offline";

// ---- The offline page

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(begin()));

async function keep() {
  const cache = await caches.open(KEPT);
  const wanted = [SITE.offline, ...SITE.files];
  // Without cookies, so that the page is nobody's.
  await cache.addAll(wanted.map((path) => new Request(path, { credentials: "omit", cache: "reload" })));
  const addresses = wanted.map(whole);
  const old = (await cache.keys()).filter((request) => !addresses.includes(request.url));
  await Promise.all(old.map((request) => cache.delete(request)));
  await self.skipWaiting();
}

async function begin() {
  // The browser then asks for a page while it starts this worker.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

self.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") {
    event.respondWith(page(event));
  } else if (SITE.files.some((path) => whole(path) === event.request.url)) {
    event.respondWith(fetch(event.request).catch(() => kept(event.request.url)));
  }
});

async function page(event) {
  try {
    return await event.preloadResponse ?? await fetch(event.request);
  } catch {
    return kept(SITE.offline);
  }
}

const kept = async (address) => await caches.match(address, { ignoreVary: true }) ?? Response.error();

// ---- Pushes

self.addEventListener("push", (event) => event.waitUntil(tell(read(event.data))));

// What was pushed: {title, body, url, tag, count, withdraw}. What isn't ours says only that there is news.
function read(data) {
  try {
    const news = data.json();
    if (news.withdraw === true && typeof news.tag === "string") return news;
    if (typeof news.title === "string" && news.title) return news;
  } catch {
    // Falls through to the same answer.
  }
  return { title: SITE.unread };
}

async function tell({ title, body = "", url = SITE.start, tag = "", count = null, withdraw = false }) {
  if (Number.isInteger(count)) await self.navigator.setAppBadge?.(count);
  if (withdraw) {
    const shown = await self.registration.getNotifications({ tag });
    shown.forEach((notification) => notification.close());
    return;
  }
  await self.registration.showNotification(title, {
    body,
    tag,
    // Without a tag there is nothing to replace, and browsers refuse the option.
    renotify: Boolean(tag),
    icon: SITE.icon,
    badge: SITE.badge,
    data: { url: ofThisSite(url) },
  });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(ofThisSite(event.notification.data?.url)));
});

async function show(address) {
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = open.find((client) => withoutAnchor(client.url) === withoutAnchor(address));
  return there ? there.focus() : self.clients.openWindow(address);
}

// ---- A subscription that the browser has replaced

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

async function renew({ newSubscription, oldSubscription }) {
  const manager = self.registration.pushManager;
  const fresh = newSubscription ?? (oldSubscription && await manager.subscribe(oldSubscription.options));
  if (!fresh) return;
  const { endpoint, keys } = fresh.toJSON();
  const token = await self.cookieStore?.get("csrftoken");
  await fetch(SITE.devices, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": token?.value ?? "" },
    body: JSON.stringify({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }),
  });
}

// ---- Addresses

const whole = (path) => new URL(path, self.location.origin).href;
const withoutAnchor = (address) => address.split("#")[0];

// The address, if it is one of this site's; else the start page's.
function ofThisSite(address) {
  try {
    const url = new URL(address, self.location.origin);
    if (url.origin === self.location.origin) return url.href;
  } catch {
    // Falls through to the same answer.
  }
  return whole(SITE.start);
}
