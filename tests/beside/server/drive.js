// Play recorded games at many tables at once. Reads a job as JSON from the first line of its input,
// says `ready` once all are connected, begins at the second line, prints what it measured as JSON,
// and ends at the third.
const fs = require("node:fs");
const readline = require("node:readline");
const { familyOf } = require("./family.js");

const SIDES = { boardgame_io: require("./boardgame_io.js"), next_act: require("./next_act.js") };

async function play(table, entry, number, job, said) {
  for (let at = entry.from; at < entry.moves.length && !said.killed; at += 1) {
    const kill = job.kill && number === 0 && at === job.kill.at;
    // Looked up before, so that nothing lies between the answer and the end.
    const family = kill ? familyOf(job.kill.roots) : [];
    const begun = performance.now();
    await table.move(entry.moves[at]);
    if (kill) {
      for (const pid of family) process.kill(pid, "SIGKILL");
      said.killed = true;
    }
    said.waited.push(performance.now() - begun);
    // What is answered by now was on its way before the end; it is counted as well.
    said.acknowledged[number] = at + 1;
  }
  const other = table.totals && String(table.totals) !== String(entry.totals);
  if (other) throw new Error(`${table.id} ended with ${table.totals}, not ${entry.totals}`);
}

async function run(job, next) {
  const side = SIDES[job.side];
  const tables = await Promise.all(job.tables.map((each) => side.connect(job.url, each, job)));
  process.stdout.write("ready\n");
  await next();
  const said = { waited: [], acknowledged: job.tables.map((each) => each.from), killed: false };
  const begun = performance.now();
  const played = job.tables.map((each, number) =>
    play(tables[number], each, number, job, said).catch((error) => {
      if (!said.killed) throw error;
    }),
  );
  const end = job.kill ? Promise.race([Promise.all(played), ended(said)]) : Promise.all(played);
  await end;
  said.seconds = (performance.now() - begun) / 1000;
  fs.writeSync(1, `${JSON.stringify(said)}\n`);
  // What the servers have done is added up before the lines are closed, which costs them something.
  await next();
  for (const table of tables) table.close();
}

/** Once all are killed, and what was on its way has come. */
async function ended(said) {
  while (!said.killed) await new Promise((resolve) => setTimeout(resolve, 10));
  await new Promise((resolve) => setTimeout(resolve, 500));
}

async function open(job) {
  const opened = [];
  for (const each of job.tables) opened.push(await SIDES[job.side].open(job.url, each));
  fs.writeSync(1, `${JSON.stringify(opened)}\n`);
}

/** Say how many moves each game has; null for a game that isn't there any more. */
async function count(job) {
  const found = job.tables.map((each) => SIDES[job.side].count(job.url, each).catch(() => null));
  fs.writeSync(1, `${JSON.stringify(await Promise.all(found))}\n`);
}

const TASKS = { open, run, count };

async function main() {
  const lines = readline.createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const job = JSON.parse((await lines.next()).value);
  await TASKS[job.task](job, () => lines.next());
  process.exit(0);
}

main().catch((error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
