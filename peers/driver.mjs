// What the peer tests share: options, checks, and a client that works on raw lines.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { parse } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const text = { type: 'string' };
const { values: options } = parseArgs({
  options: { belay: text, faulty: text, serve: text, fixture: text, write: { type: 'boolean' } },
  allowPositionals: true,
});
const belay = JSON.parse(options.belay ?? '[]');
// Flags go before the `--`, which is put back after them.
if (belay.at(-1) === '--') belay.pop();

/** Whether Belay stands between; without it the tests show that they hold for the bare peers. */
export const governed = belay.length > 0;

/**
 * The upstream's command behind Belay (`--belay '["…/belay","wrap"]'`), with Belay's own flags, or bare.
 */
export function behindBelay(upstream, ...flags) {
  return governed ? [...belay, ...flags, '--', ...upstream] : upstream;
}

/** A list of tools as its server wrote it: without the tools for jobs, which Belay puts behind the server's own. */
export function ofServer(list) {
  return list?.replace(/,\{"name":"job_status",.*\{"name":"job_list",[^\]]*?\}\}(?=\])/, '');
}

function given(name, flags) {
  if (!options[name]) throw new Error(`this test needs --${name} '<command as a JSON array>'`);
  return [...JSON.parse(options[name]), ...flags];
}

/** The server that misbehaves by name (`--faulty '["java",…]'`). */
export const faulty = (...flags) => given('faulty', flags);

/** The server that has all that the conformance suite asks for (`--fixture '["java",…]'`). */
export const fixture = (...flags) => given('fixture', flags);

/** Belay as an HTTP server before a command or a URL (`--serve '["…/belay","serve"]'`). */
export const serve = (...flags) => given('serve', ['--port', '0', ...flags]);

/** Whether figures are to be kept in the documentation (`--write`). */
export const writes = options.write;

/** A file of an installed package of the protocol's own. */
export const installed = (path) => fileURLToPath(new URL(`node_modules/@modelcontextprotocol/${path}`, import.meta.url));
export const everything = ['node', installed('server-everything/dist/index.js'), 'stdio'];
export const filesystem = (directory) => ['node', installed('server-filesystem/dist/index.js'), directory];

/** Short intervals for a long story: what takes a minute in life takes two seconds here. */
export const environment = {
  ...process.env,
  // What belay serve keeps for its owner's commands stays with what the tests leave behind; each story has its own owner.
  XDG_STATE_HOME: fileURLToPath(new URL(`target/state/${parse(process.argv[1]).name}`, import.meta.url)),
  BELAY_MCP_KEEP_ALIVE_FIRST: '0.5',
  BELAY_MCP_KEEP_ALIVE_INTERVAL: '0.5',
};

/** How long anything is waited for, in milliseconds. */
export const patience = 60_000 * Number(process.env.BELAY_PATIENCE ?? 1);

let failures = 0;

/** Runs one named claim and prints how it went. */
export async function check(name, claim) {
  try {
    await within(2 * patience, claim());
    console.log(`ok ${name}`);
  } catch (failure) {
    failures++;
    console.log(`not ok ${name}: ${failure?.stack ?? failure}`);
  }
}

/** A claim about Belay itself, which the bare peers cannot keep. */
export const checkGoverned = (name, claim) =>
  governed ? check(name, claim) : console.log(`ok ${name} # SKIP says something of Belay only`);

/** Ends the program; whatever a failed claim left open goes with it. */
export function finish() {
  process.exit(failures > 0 ? 1 : 0);
}

/** What a promise gives, or a failure once the time is over. */
export async function within(milliseconds, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing within ${milliseconds} ms`)), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** The text of a server's log; none yet where the server has not begun it: a first request may be quicker than that. */
export const logText = (log) =>
  readFile(log, 'utf8').catch((error) => (error.code === 'ENOENT' ? '' : Promise.reject(error)));

/** Looks again and again until `look` gives something. */
export async function until(look) {
  for (const end = Date.now() + patience; Date.now() < end; ) {
    const found = await look();
    if (found) return found;
    await new Promise((resume) => setTimeout(resume, 20));
  }
  throw new Error(`in vain for ${patience} ms: ${look}`);
}

/** The members of a one-line JSON object as they are spelled. */
export function spelled(line) {
  const members = {};
  let depth = 0;
  let start = 1;
  let key;
  for (let i = 0; i < line.length; i++) {
    const c = line[i];
    if (c === '"') {
      while (line[++i] !== '"') if (line[i] === '\\') i++;
    } else if (c === '{' || c === '[') {
      depth++;
    } else if (c === ':' && depth === 1 && key === undefined) {
      key = JSON.parse(line.slice(start, i));
      start = i + 1;
    } else if (c === '}' || c === ']' || c === ',') {
      if (depth === 1 && key !== undefined) members[key] = line.slice(start, i);
      if (depth === 1) [key, start] = [undefined, i + 1];
      if (c !== ',') depth--;
    }
  }
  return members;
}

/** A client that keeps what it is sent as it was spelled. */
export class RawClient {
  notifications = [];
  requests = [];
  #waiting = new Map();

  /** `answers` maps the methods that a server may request to results, or to functions of the params. */
  constructor(command, answers = {}) {
    this.process = spawn(command[0], command.slice(1), { env: environment, stdio: ['pipe', 'pipe', 'ignore'] });
    this.process.on('error', (error) => this.#fail(error));
    this.closed = new Promise((resolve) => this.process.on('close', resolve));
    this.closed.then(() => this.#fail(new Error('the server has ended')));
    createInterface({ input: this.process.stdout }).on('line', (line) => this.#receive(line, answers));
  }

  #fail(error) {
    for (const { reject } of this.#waiting.values()) reject(error);
  }

  #receive(line, answers) {
    const raw = spelled(line);
    if (raw.method === undefined) {
      this.#waiting.get(raw.id)?.resolve(raw);
    } else if (raw.id === undefined) {
      this.notifications.push(`${raw.method} ${raw.params ?? ''}`);
    } else {
      const method = JSON.parse(raw.method);
      this.requests.push(`${raw.method} ${raw.params ?? ''}`);
      const answer = answers[method];
      const result = typeof answer === 'function' ? answer(JSON.parse(raw.params ?? '{}')) : answer;
      const body = result === undefined ? '"error":{"code":-32601,"message":"unknown"}' : `"result":${JSON.stringify(result)}`;
      this.send(`{"jsonrpc":"2.0","id":${raw.id},${body}}`);
    }
  }

  send(line) {
    this.process.stdin.write(`${line}\n`);
  }

  /** Sends a request under an id of the caller's choice; gives the members of the answer as spelled. */
  request(id, method, params) {
    return within(
      patience,
      new Promise((resolve, reject) => {
        this.#waiting.set(JSON.stringify(id), { resolve, reject });
        this.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
      }),
    );
  }

  async initialize(capabilities) {
    const clientInfo = { name: 'raw', version: '1' };
    const answer = await this.request('init', 'initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo });
    this.send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    return answer;
  }

  /** Ends the server by its stdin and by SIGTERM: server-everything heeds only the second while a task lives. */
  async close() {
    this.process.stdin.end();
    this.process.kill();
    await within(patience, this.closed).catch((error) => {
      this.process.kill('SIGKILL');
      throw error;
    });
  }
}

/** Holds two transcripts against each other, by name. */
export function sameAs(expected, actual) {
  if (expected !== actual) {
    const [a, b] = [expected, actual].map((text) => (text ?? 'nothing').slice(0, 1_000));
    throw new Error(`differs\n  bare:     ${a}\n  governed: ${b}`);
  }
}

/** Holds the steps that arrived against 1 to the last: a newer one overtakes one that is not written yet, and the last comes before the answer. */
export function stepsTo(last, arrived) {
  const sent = Array.from({ length: last }, (_, at) => at + 1);
  sameAs(sent.filter((step) => step === last || arrived.includes(step)).join(' '), arrived.join(' '));
}
