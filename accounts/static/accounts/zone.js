// Tells the site in which zone its reader's clock stands, so that times are shown in it.
"use strict";

{
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const known = `timezone=${encodeURIComponent(zone)}`;
  if (zone && !document.cookie.split("; ").includes(known)) {
    const secure = location.protocol === "https:" ? "; secure" : "";
    document.cookie = `${known}; path=/; max-age=31536000; samesite=lax${secure}`;
  }
}
