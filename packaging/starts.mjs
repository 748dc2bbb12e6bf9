// Measures starts side by side:  starts.mjs [--rounds=N] NAME=PROGRAM...
// Of each program the median time of --version, and of `wrap` until its server's first list is there; what its processes then have in memory
// (proportional set size, of what is shared their part). The programs take turns, so that what else the machine does falls on all.
import { spawn, spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";

const server = join(dirname(fileURLToPath(import.meta.url)), "..", "launcher", "train-server.sh");
const words = process.argv.slice(2);
const rounds = Number(words.find((word) => word.startsWith("--rounds="))?.slice(9) ?? 15);
const programs = words.filter((word) => !word.startsWith("--")).map((word) => word.split(/=(.*)/).slice(0, 2));
const figures = new Map(programs.map(([name]) => [name, { version: [], wrap: [], memory: [] }]));

function version(program) {
  const begun = performance.now();
  const ended = spawnSync(program, ["--version"], { encoding: "utf8" });
  if (!ended.stdout.startsWith("belay ")) throw new Error(`${program} said ${ended.stdout}${ended.stderr}`);
  return performance.now() - begun;
}

async function wrap(program) {
  const begun = performance.now();
  const child = spawn(program, ["wrap", "--", "sh", server], { stdio: ["pipe", "pipe", "ignore"] });
  let said = "";
  const answered = (id) =>
    new Promise((resolve, reject) => {
      child.on("exit", () => reject(new Error(`${program} ended`)));
      const look = (chunk) => {
        said += chunk;
        if (said.includes(`"id":${id}`)) resolve();
      };
      child.stdout.removeAllListeners("data").on("data", look);
    });
  const send = (message) => child.stdin.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\n");
  send({
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "starts", version: "1" } },
  });
  await answered(1);
  send({ method: "notifications/initialized" });
  send({ id: 2, method: "tools/list", params: {} });
  await answered(2);
  const took = performance.now() - begun;
  const memory = tree(child.pid).reduce((sum, pid) => sum + resident(pid), 0);
  const ended = new Promise((resolve) => child.removeAllListeners("exit").on("exit", resolve));
  child.stdin.end();
  await ended;
  return { took, memory };
}

/** The process and its descendants, but for the server's. */
function tree(root) {
  const parents = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).flatMap((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").slice(0, 2);
      return [{ pid: Number(pid), parent: Number(stat.slice(stat.lastIndexOf(")")).split(" ")[2]), isServer: command.includes(server) }];
    } catch {
      return []; // it has ended
    }
  });
  const found = [root];
  for (const pid of found) found.push(...parents.filter((one) => one.parent === pid && !one.isServer).map((one) => one.pid));
  return found;
}

function resident(pid) {
  try {
    return Number(/^Pss: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))[1]) / 1024;
  } catch {
    return 0;
  }
}

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

for (let round = -2; round < rounds; round++) {
  for (const [name, program] of programs) {
    const measured = { version: version(program), ...(await wrap(program)) };
    if (round < 0) continue; // its files are read for the first time
    figures.get(name).version.push(measured.version);
    figures.get(name).wrap.push(measured.took);
    figures.get(name).memory.push(measured.memory);
  }
}
console.log(`| medians of ${rounds} | --version | wrap: first list | memory |\n| --- | --- | --- | --- |`);
for (const [name, { version, wrap, memory }] of figures) {
  console.log(`| ${name} | ${median(version).toFixed(0)} ms | ${median(wrap).toFixed(0)} ms | ${median(memory).toFixed(0)} MB |`);
}
