// A table of Next Act: moves by the API, a connection each as nginx makes them; a stream for each seat.
const http = require("node:http");

function ask(url, path, key, body) {
  const content = body === undefined ? undefined : JSON.stringify(body);
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  if (content !== undefined) headers["Content-Length"] = Buffer.byteLength(content);
  const method = content === undefined ? "GET" : "POST";
  return new Promise((resolve, reject) => {
    const request = http.request(url + path, { method, headers, agent: false, timeout: 15_000 });
    request.on("timeout", () => request.destroy(new Error(`${path}: no answer`)));
    request.on("error", reject);
    request.on("response", (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part) => (text += part));
      answer.on("error", reject);
      answer.on("end", () => {
        if (answer.statusCode >= 300) reject(new Error(`${path}: ${answer.statusCode} ${text}`));
        else resolve(JSON.parse(text));
      });
    });
    request.end(content);
  });
}

function listen(url, path, key) {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${key}` };
    const request = http.get(url + path, { headers, agent: false }, (answer) => {
      answer.on("error", () => {});
      if (answer.statusCode !== 200) reject(new Error(`${path}: ${answer.statusCode}`));
      // The first event says where the game is.
      answer.once("data", () => resolve(request));
      answer.resume();
    });
    request.on("error", reject);
  });
}

class Table {
  constructor(url, id, seats, streams, looking) {
    Object.assign(this, { url, id, seats, streams, looking });
  }

  /** Send the move, and return once it is answered. When `looking`, its player looks first. */
  async move({ seat, seq, move }) {
    const path = `/api/v1/games/${this.id}/`;
    const { key } = this.seats[seat];
    if (this.looking) await ask(this.url, `${path}?legal=false`, key);
    await ask(this.url, `${path}moves/?legal=false`, key, { seq, ...move });
  }

  close() {
    for (const stream of this.streams) stream.destroy();
  }
}

async function connect(url, { id, seats }, { streams, looking }) {
  const path = `/api/v1/games/${id}/stream/`;
  const opened = await Promise.all(seats.map(({ key }) => listen(streams, path, key)));
  return new Table(url, id, seats, opened, looking);
}

/** Return how many moves the game has. */
async function count(url, { id, seats }) {
  return (await ask(url, `/api/v1/games/${id}/`, seats[0].key)).version;
}

module.exports = { connect, count };
