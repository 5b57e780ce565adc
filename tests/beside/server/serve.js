// `node serve.js KIND PLACE PORT`: serve Scout, kept in `flat` files or in `postgres`, at PLACE.
const { FlatFile, Server } = require("boardgame.io/server");
const { PostgresStore } = require("bgio-postgres");
const { Scout } = require("./scout.js");

const [kind, place, port] = process.argv.slice(2);
const db =
  kind === "flat"
    ? new FlatFile({ dir: place })
    : new PostgresStore(JSON.parse(place));
Server({ games: [Scout], db }).run({ port: Number(port) });
