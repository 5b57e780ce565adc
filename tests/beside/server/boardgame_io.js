// A table of boardgame.io: a socket for each seat, as its client has them.
const { io } = require("socket.io-client");

const ORDER = {
  orient: ["flip"],
  show: ["start", "stop"],
  scout: ["end", "flip", "to"],
  scout_and_show: ["end", "flip", "to", "start", "stop"],
};

async function post(url, path, body) {
  const answer = await fetch(url + path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** Create a match for these players, and join it in each seat; return what `connect` needs. */
async function open(url, { secret, players }) {
  const lobby = "/games/scout";
  const match = await post(url, `${lobby}/create`, { numPlayers: players, setupData: { secret } });
  const seats = [];
  for (let seat = 0; seat < players; seat += 1) {
    const body = { playerID: String(seat), playerName: `Player ${seat}` };
    const joined = await post(url, `${lobby}/${match.matchID}/join`, body);
    seats.push({ key: joined.playerCredentials });
  }
  return { id: match.matchID, seats };
}

class Table {
  constructor(id, seats, sockets) {
    this.id = id;
    this.seats = seats;
    this.sockets = sockets;
    this.stateID = 0;
    this.waiting = null;
  }

  /** Send the move, and return once its own player has been told of the state after it. */
  move({ seat, move }) {
    const args = ORDER[move.type].map((name) => move[name]);
    const playerID = String(seat);
    const payload = { type: move.type, args, playerID, credentials: this.seats[seat].key };
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`${this.id}: no answer`)), 15_000);
      this.waiting = { seat, resolve, late };
      const action = { type: "MAKE_MOVE", payload };
      this.sockets[seat].emit("update", action, this.stateID, this.id, playerID);
    });
  }

  told(seat, state) {
    if (!this.waiting || this.waiting.seat !== seat || state._stateID <= this.stateID) return;
    const { resolve, late } = this.waiting;
    clearTimeout(late);
    this.waiting = null;
    this.stateID = state._stateID;
    this.totals = state.ctx.gameover?.totals;
    resolve();
  }

  close() {
    for (const socket of this.sockets) socket.disconnect();
    clearTimeout(this.waiting?.late);
  }
}

/** Connect every seat, and return the table where its game is. */
async function connect(url, { id, seats }) {
  const sockets = seats.map(() => io(`${url}/scout`, { transports: ["websocket"], forceNew: true }));
  const table = new Table(id, seats, sockets);
  const synced = sockets.map(
    (socket, seat) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`${id}: no state`)), 15_000);
        socket.on("sync", (_, { state }) => {
          clearTimeout(late);
          table.stateID = state._stateID;
          resolve();
        });
        socket.on("connect_error", reject);
        socket.on("update", (_, state) => table.told(seat, state));
        socket.on("connect", () => socket.emit("sync", id, String(seat), seats[seat].key, seats.length));
      }),
  );
  await Promise.all(synced);
  return table;
}

/** Return how many moves the match has. */
async function count(url, each) {
  const table = await connect(url, each);
  table.close();
  return table.stateID;
}

module.exports = { connect, count, open };
