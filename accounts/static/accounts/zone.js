// Tells the site the viewer's time zone, so that it can show local times.

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const known = `timezone=${encodeURIComponent(zone)}`;
if (zone && !document.cookie.split("; ").includes(known)) {
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${known}; path=/; max-age=31536000; samesite=lax${secure}`;
}
