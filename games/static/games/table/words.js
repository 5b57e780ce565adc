// The server's sentences for this page's scripts (games/pages/table/phrases.py).

import { find } from "games/frame/dom.js";

export default JSON.parse(find("#words").textContent);
