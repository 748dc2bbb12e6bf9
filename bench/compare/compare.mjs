// Does every fault to every gateway, prints what came of it, and ends all that it started.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { cellOf } from './cell.mjs';
import { faults } from './faults.mjs';
import { gate } from './gate.mjs';
import { gateways } from './gateways.mjs';
import { endAll, processesOf, resident } from './processes.mjs';
import { write } from './table.mjs';

const published = new URL('results.json', import.meta.url);
const usage = `Usage: bench/compare/run [--faults=NAME,...] [--gateways=NAME,...] [--jobs=N] [--json=FILE] [--against=FILE] [--write]

Does each fault to each gateway and prints what came of it, beside what docs/comparison.md says where that differs.

  --faults=NAME,...    only these: ${faults.map(({ name }) => name).join(', ').replace(/(.{60,80}), /g, '$1,\n                       ')}
  --gateways=NAME,...  only these: ${gateways.map(({ name }) => name).join(', ')}
  --jobs=N             cells at a time (6); those that wait a minute run beside them
  --json=FILE          where to write the results
  --against=FILE       earlier results to compare with (bench/compare/results.json)
  --write              publishes the results: bench/compare/results.json and docs/comparison.md`;

/** Longer than any run; what is still running then is ended. */
const longest = 15 * 60_000;

process.on('exit', endAll);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130));
setTimeout(() => {
  console.error('compare: took too long');
  process.exit(1);
}, longest).unref();

let options;
try {
  const text = (byDefault) => ({ type: 'string', default: byDefault });
  options = parseArgs({
    options: {
      faults: text(),
      gateways: text(),
      jobs: text('6'),
      json: text(),
      against: text(),
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  }).values;
} catch (error) {
  console.error(`compare: ${error.message}\n\n${usage}`);
  process.exit(2);
}
if (options.help) {
  console.log(usage);
  process.exit(0);
}
if (process.platform !== 'linux') {
  console.error('compare: looks for processes in /proc, so it needs Linux');
  process.exit(2);
}

function picked(all, names, what) {
  const wanted = names?.split(',');
  const unknown = wanted?.find((name) => !all.some((one) => one.name === name));
  if (unknown !== undefined) {
    console.error(`compare: there is no ${what} '${unknown}'; there are ${all.map(({ name }) => name).join(', ')}`);
    process.exit(2);
  }
  return all.filter(({ name }) => !wanted || wanted.includes(name));
}

const chosen = { faults: picked(faults, options.faults, 'fault'), gateways: picked(gateways, options.gateways, 'gateway') };
if (options.write && (options.faults || options.gateways)) {
  console.error('compare: only whole runs are published');
  process.exit(2);
}

/** What came of one fault; a start that failed is tried once more. */
async function measure(fault, gateway) {
  for (let attempt = 1; ; attempt++) {
    const cell = cellOf(gateway);
    try {
      return await fault.run(cell);
    } catch (error) {
      if (attempt === 2) return { outcome: 'not measured', measured: error.message.split('\n')[0] };
    } finally {
      cell.end();
    }
  }
}

/** Start and resident size, one gateway after the other by turns: medians of three. */
async function measureSizes() {
  const taken = new Map(chosen.gateways.map(({ name }) => [name, []]));
  for (let round = 0; round < 3; round++) {
    for (const gateway of chosen.gateways) {
      const cell = cellOf(gateway);
      try {
        const running = await cell.start();
        const client = await running.client();
        await client.call('echo', { text: 'here' }).within(10_000);
        const all = processesOf(cell.directory).map((pid) => resident(pid));
        const allMiB = all.reduce((sum, size) => sum + size, 0);
        taken.get(gateway.name).push({ startMs: running.startMs, ownMiB: resident(running.process.pid), allMiB });
      } catch (error) {
        console.error(`compare: size of ${gateway.name}: ${error.message.split('\n')[0]}`);
      } finally {
        cell.end();
      }
    }
  }
  const median = (values) => Math.round(values.toSorted((a, b) => a - b)[values.length >> 1]);
  return Object.fromEntries(
    [...taken]
      .filter(([, sizes]) => sizes.length)
      .map(([name, sizes]) => [
        name,
        Object.fromEntries(['startMs', 'ownMiB', 'allMiB'].map((figure) => [figure, median(sizes.map((size) => size[figure]))])),
      ]),
  );
}

const before = loadavg()[0];
const rows = chosen.faults.map(({ name, title, how }) => ({ name, title, how, cells: {} }));
const busy = gate(Number(options.jobs));
let left = chosen.faults.length * chosen.gateways.length;
await Promise.all(
  chosen.faults.flatMap((fault, index) =>
    chosen.gateways.map(async (gateway) => {
      const cell = await (fault.slow ? measure(fault, gateway) : busy(() => measure(fault, gateway)));
      rows[index].cells[gateway.name] = cell;
      console.log(`${String(--left).padStart(4)} left  ${fault.name.padEnd(22)} ${gateway.name.padEnd(13)} ${cell.outcome} ${cell.measured}`);
    }),
  ),
);
// In the order of the gateways, whichever was done first.
for (const row of rows) row.cells = Object.fromEntries(chosen.gateways.map(({ name }) => [name, row.cells[name]]));

const sizes = options.faults ? undefined : await measureSizes();
const results = {
  date: new Date().toISOString().slice(0, 10),
  machine: `${cpus().length} cores (${cpus()[0].model.split(' ').slice(0, 2).join(' ')}), Linux ${process.arch}, Node.js ${process.version}, Java ${process.env.JAVA_VERSION_SHOWN ?? '25'}; load average ${before.toFixed(1)} before, ${loadavg()[0].toFixed(1)} after`,
  versions: Object.fromEntries(chosen.gateways.map((gateway) => [gateway.name, gateway.version()])),
  commands: Object.fromEntries(chosen.gateways.map(({ name, shown, limitsShown, isolatedShown }) => [name, { shown, limits: limitsShown, isolated: isolatedShown }])),
  rows,
  sizes,
};
if (sizes) console.log(JSON.stringify(sizes));
const text = `${JSON.stringify(results, null, 2)}\n`;
if (options.json) writeFileSync(options.json, text);

/** What differs in its outcome from earlier results; figures differ always. */
function differences(file) {
  let earlier;
  try {
    earlier = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return;
  }
  const told = rows.flatMap(({ name, cells }) =>
    Object.entries(cells).flatMap(([gateway, { outcome, measured }]) => {
      const then = earlier.rows.find((row) => row.name === name)?.cells[gateway];
      return then && then.outcome !== outcome ? [`  ${name}, ${gateway}: ${outcome} ${measured}; was ${then.outcome} ${then.measured}`] : [];
    }),
  );
  console.log(told.length ? `\nOther outcomes than on ${earlier.date}:\n${told.join('\n')}` : `\nThe outcomes are those of ${earlier.date}.`);
}
differences(options.against ?? published);
if (options.write) {
  writeFileSync(published, text);
  write(results);
}
process.exit(rows.some(({ cells }) => Object.values(cells).some(({ outcome }) => outcome === 'not measured')) ? 1 : 0);
