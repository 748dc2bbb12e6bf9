// One gateway in front of one misbehaving server, in a folder of its own, for one fault.
import { mkdirSync, readFileSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gate } from './gate.mjs';
import { faulty } from './gateways.mjs';
import { alive, folder, noteLog, start, sweep, until } from './processes.mjs';

/** The longest start that is waited for, since the machine may be busy. */
const patience = 60_000;

/** A start takes a processor for a second; what is measured must not wait for too many of them. */
const starting = gate(2);

let cells = 0;

function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function accepts(port) {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    const end = (open) => {
      socket.destroy();
      resolve(open);
    };
    socket.on('connect', () => end(true)).on('error', () => end(false));
  });
}

/** A gateway for one fault; `end` ends all that was started for it. */
export function cellOf(gateway) {
  const directory = join(folder, `${cells++}-${gateway.name}`);
  mkdirSync(directory);
  const log = join(directory, 'server.log');
  noteLog(log);
  return {
    gateway,
    directory,
    end: () => sweep(directory),
    /** Starts it, and waits until an echo has been answered, or, if that is not awaited, until it listens or has exited. */
    start({ server = [], limited = false, isolated = false, awaited = true } = {}) {
      return starting(async () => {
        const port = await freePort();
        const begun = performance.now();
        const behind = faulty('--log', log, ...server);
        const process = start(gateway.command({ port, server: behind, directory, limited, isolated }), directory);
        const running = reach(gateway, process, port, log);
        await until(async () => process.ended !== null || (await accepts(port)), patience);
        const at = awaited ? await echoed(running) : performance.now();
        return Object.assign(running, { startMs: at - begun });
      });
    },
  };
}

function reach(gateway, process, port, log) {
  const url = `http://127.0.0.1:${port}/mcp`;
  const lines = () => {
    try {
      return readFileSync(log, 'utf8').split('\n');
    } catch {
      return [];
    }
  };
  const pids = (event) =>
    lines()
      .filter((line) => line.startsWith(`${event} `))
      .map((line) => Number(line.split(' ')[1]));
  return {
    process,
    client: () => gateway.connect(url, gateway.prefix),
    modern: () => gateway.modern(url, gateway.prefix),
    log: lines,
    logged: (beginning, limit) => until(() => lines().some((line) => line.startsWith(beginning)), limit),
    /** The processes of the server that run. */
    servers: () => pids('pid').filter(alive),
    spawned: () => pids('spawned'),
  };
}

/** Waits until an echo has been answered, and tells when that was. */
async function echoed(running) {
  const deadline = performance.now() + patience;
  let why = 'no answer';
  while (performance.now() < deadline && running.process.ended === null) {
    try {
      const client = await running.client();
      const answer = await client.call('echo', { text: 'here' }).within(10_000);
      const at = performance.now();
      const before = running.servers();
      await client.close();
      if (answer?.text === 'here') {
        // Where each session has its own process, the one of this session is none of the fault's.
        await until(() => before.some((pid) => !alive(pid)), 300);
        return at;
      }
      why = answer?.text ?? why;
    } catch (error) {
      why = error.message;
    }
    await pause(100);
  }
  throw new Error(`the gateway does not work: ${running.process.ended ?? why}\n${running.process.said.slice(-500)}`);
}
