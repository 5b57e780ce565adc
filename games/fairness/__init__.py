"""Fair deals: promises before anybody's part is known, the parts, and what both prove."""
