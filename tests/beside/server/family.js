// Processes and all below them, from /proc.
const fs = require("node:fs");

/** Return these processes and all below them, the first ones first. */
function familyOf(roots) {
  const children = new Map();
  for (const name of fs.readdirSync("/proc").filter((each) => /^\d+$/.test(each))) {
    let stat;
    try {
      stat = fs.readFileSync(`/proc/${name}/stat`, "utf8");
    } catch {
      continue;
    }
    // After the name, which may contain anything: state, parent.
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const family = [...roots];
  for (const each of family) family.push(...(children.get(each) ?? []));
  return family;
}

module.exports = { familyOf };
