// Official clients over HTTP: each with the eras and transports that it has.
import { SSEClientTransport as Sse2, StreamableHTTPClientTransport as Streamable2 } from '@modelcontextprotocol/client';
import { SSEClientTransport as Sse1 } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport as Streamable1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { client1, client1Over, client2Over } from './clients.mjs';
import { installed } from './driver.mjs';
import { node } from './suite.mjs';

export const streamable1 = (url) => new Streamable1(new URL(url));
const sse = (url) => new URL('/sse', url);
const bridge = fileURLToPath(new URL('node_modules/mcp-remote/dist/proxy.js', import.meta.url));

/** Clients that ask and are asked in the old way. */
export const legacyFaces = {
  'client 2.4.0, legacy': (url, answers) => client2Over(new Streamable2(new URL(url)), answers, { mode: 'legacy' }),
  'client 2.4.0, HTTP+SSE': (url, answers) => client2Over(new Sse2(sse(url)), answers, { mode: 'legacy' }),
  'sdk 1.32.2': (url, answers) => client1Over(streamable1(url), answers),
  'sdk 1.32.2, HTTP+SSE': (url, answers) => client1Over(new Sse1(sse(url)), answers),
  'mcp-remote 0.15.1': (url, answers) =>
    client1([node, bridge, url, '--transport', 'http-only', '--allow-http'], answers),
};

/** Clients of the new era, by demand or by what they find. */
export const modernFaces = {
  'client 2.4.0, modern': (url, answers) =>
    client2Over(new Streamable2(new URL(url)), answers, { mode: { pin: '2026-07-28' } }),
  'client 2.4.0, auto': (url, answers) => client2Over(new Streamable2(new URL(url)), answers, { mode: 'auto' }),
};

/** Runs the Inspector's command line and gives `{ code, out, err }`. */
export async function inspect(url, era, ...flags) {
  const home = await mkdtemp(join(tmpdir(), 'belay-inspector-'));
  const args = [installed('inspector/clients/launcher/build/index.js'), '--cli', url, '--transport', 'http'];
  // It looks for a Node.js of its own, and keeps what it learns in the home directory.
  const env = { ...process.env, PATH: `${join(node, '..')}:${process.env.PATH}`, HOME: home, MCP_STORAGE_DIR: home };
  const child = spawn(node, [...args, '--protocol-era', era, '--format', 'json', ...flags], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (text) => (out += text));
  child.stderr.on('data', (text) => (err += text));
  const code = await new Promise((resolve, reject) => child.on('close', resolve).on('error', reject));
  await rm(home, { recursive: true, force: true });
  return { code, out, err };
}
