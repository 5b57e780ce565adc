"""The site on a home screen: its manifest, its service worker and the page without a connection."""
