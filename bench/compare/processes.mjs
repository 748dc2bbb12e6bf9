// The processes of a comparison, as Linux shows them: all of them are known by the folder that they were started in.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Where everything is written, and by what everything is found again. */
export const folder = mkdtempSync(join(tmpdir(), 'belay-compare-'));

const logs = new Set();

/** Remembers a log of a server, whose spawned processes may have left both the folder and the environment. */
export function noteLog(file) {
  logs.add(file);
}

/** Starts a program in a folder of the comparison; what it says is kept. */
export function start(command, directory) {
  const environment = { PATH: process.env.PATH, HOME: directory, LANG: 'C.UTF-8', JAVA_HOME: process.env.JAVA_HOME ?? '' };
  const child = spawn(command[0], command.slice(1), { cwd: directory, env: environment, detached: true });
  const running = { pid: child.pid, said: '', ended: null };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => (running.said = (running.said + text).slice(-20_000)));
  }
  child.stdin.on('error', () => {});
  child.on('error', (error) => (running.ended = error.message));
  child.on('exit', (code, signal) => (running.ended = signal ?? `code ${code}`));
  return running;
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Whether a process runs; a zombie does not. */
export function alive(pid) {
  const stat = read(`/proc/${pid}/stat`);
  return stat !== '' && !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
}

/** One figure of /proc/PID/status in MiB: VmRSS is the resident size, VmHWM its peak. */
export function resident(pid, figure = 'VmRSS') {
  return Number(new RegExp(`^${figure}:\\s+(\\d+)`, 'm').exec(read(`/proc/${pid}/status`))?.[1] ?? NaN) / 1024;
}

function link(file) {
  try {
    return readlinkSync(file);
  } catch {
    return '';
  }
}

function within(pid, directory) {
  return (
    link(`/proc/${pid}/cwd`).startsWith(directory) ||
    read(`/proc/${pid}/cmdline`).includes(directory) ||
    read(`/proc/${pid}/environ`).includes(directory)
  );
}

/** Every process of a folder, its children in foreign sessions too. */
export function processesOf(directory) {
  const found = new Set();
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name) && Number(name) !== process.pid && within(name, directory)) found.add(Number(name));
  }
  for (const file of logs) {
    if (!file.startsWith(directory)) continue;
    for (const [, pid] of read(file).matchAll(/^spawned (\d+)$/gm)) {
      // Pids are used again; what the server spawned is a sleep.
      if (read(`/proc/${pid}/cmdline`).startsWith('sleep\u00001000')) found.add(Number(pid));
    }
  }
  return [...found].filter(alive);
}

/** Kills every process of a folder; rounds, since one may be starting another. */
export function sweep(directory) {
  for (let round = 0; round < 20; round++) {
    const left = processesOf(directory);
    if (!left.length) return;
    for (const pid of left) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // gone by itself
      }
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  }
}

/** Ends everything and removes what was written; for any way out of the program. */
export function endAll() {
  sweep(folder);
  rmSync(folder, { recursive: true, force: true });
}

/** Waits for a condition and gives the milliseconds that it took, undefined if it did not come. */
export async function until(condition, limit) {
  const begun = performance.now();
  for (;;) {
    if (await condition()) return performance.now() - begun;
    if (performance.now() - begun > limit) return undefined;
    await pause(20);
  }
}
