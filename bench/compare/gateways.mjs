// How each gateway is started, as its own documentation says; the server behind it and the limits are the same.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sse, stateless, streamable } from './client.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));

const modules = fileURLToPath(new URL('node_modules', import.meta.url));
const loopback = ['--import', new URL('loopback.mjs', import.meta.url).href];

/** The limits of the rows that are about limits, in seconds: on silence, and in all. */
export const limits = { silence: 5, total: 12 };

/** The command of the server that misbehaves by the name of the tool that is called. */
export function faulty(...options) {
  const classes = ['testbed', 'testkit'].map((module) => join(root, module, 'target/classes')).join(':');
  const java = join(process.env.JAVA_HOME, 'bin/java');
  const vm = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xmx160m'];
  return [java, ...vm, '-cp', classes, 'dev.belay.testbed.fault.FaultyServer', '--era', 'both', ...options];
}

const quoted = (command) => command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
const versionOf = (name) => JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')).version;

export const gateways = [
  {
    name: 'Belay',
    version: () => /<version>([^<]+)</.exec(readFileSync(join(root, 'pom.xml'), 'utf8').replace(/<parent>[^]*?<\/parent>/, ''))[1],
    prefix: '',
    connect: streamable,
    modern: stateless,
    shown: 'belay serve --no-auth --port PORT -- SERVER',
    isolatedShown: '--isolation=call',
    limitsShown: `--idle-timeout=${limits.silence} --timeout=${limits.total}`,
    command: ({ port, server, limited, isolated }) => [
      join(root, 'dist/bin/belay'),
      'serve',
      '--no-auth',
      `--port=${port}`,
      ...(limited ? [`--idle-timeout=${limits.silence}`, `--timeout=${limits.total}`] : []),
      ...(isolated ? ['--isolation=call'] : []),
      '--',
      ...server,
    ],
  },
  {
    name: 'supergateway',
    version: () => versionOf('supergateway'),
    prefix: '',
    connect: streamable,
    modern: stateless,
    shown: "supergateway --stdio 'SERVER' --outputTransport streamableHttp --stateful --port PORT --logLevel none",
    isolatedShown: 'without `--stateful`',
    limitsShown: '',
    command: ({ port, server, isolated }) => [
      process.execPath,
      ...loopback,
      join(modules, 'supergateway/dist/index.js'),
      ...['--stdio', quoted(server), '--outputTransport', 'streamableHttp'],
      ...(isolated ? [] : ['--stateful']),
      ...['--port', String(port), '--logLevel', 'none'],
    ],
  },
  {
    name: 'mcp-proxy',
    version: () => versionOf('mcp-proxy'),
    prefix: '',
    connect: streamable,
    modern: stateless,
    shown: 'mcp-proxy --host 127.0.0.1 --port PORT -- SERVER',
    isolatedShown: '',
    limitsShown: `--requestTimeout ${limits.silence * 1000}`,
    command: ({ port, server, limited }) => [
      process.execPath,
      ...loopback,
      join(modules, 'mcp-proxy/dist/bin/mcp-proxy.mjs'),
      ...['--host', '127.0.0.1', '--port', String(port)],
      ...(limited ? ['--requestTimeout', String(limits.silence * 1000)] : []),
      '--',
      ...server,
    ],
  },
  {
    name: 'mcp-hub',
    version: () => versionOf('mcp-hub'),
    prefix: 'up__',
    connect: sse,
    modern: null,
    shown: 'mcp-hub --port PORT --config FILE',
    isolatedShown: '',
    limitsShown: '',
    command: ({ port, server, directory }) => {
      const config = join(directory, 'hub.json');
      writeFileSync(config, JSON.stringify({ mcpServers: { up: { command: server[0], args: server.slice(1) } } }));
      return [process.execPath, ...loopback, join(modules, 'mcp-hub/dist/cli.js'), '--port', String(port), '--config', config];
    },
  },
  {
    name: 'none',
    version: () => '',
    prefix: '',
    connect: streamable,
    modern: stateless,
    shown: 'SERVER --http PORT',
    isolatedShown: '',
    limitsShown: '',
    command: ({ port, server }) => [...server, '--http', String(port)],
  },
];
