// The two official TypeScript clients behind one face.
import { Client as Client2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as Stdio2 } from '@modelcontextprotocol/client/stdio';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as Stdio1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import * as schemas from '@modelcontextprotocol/sdk/types.js';
import { environment } from './driver.mjs';

const info = { name: 'peer', version: '1' };
const capabilities = { roots: {}, sampling: {}, elicitation: { form: { applyDefaults: true } } };
const requestSchemas = {
  'roots/list': schemas.ListRootsRequestSchema,
  'sampling/createMessage': schemas.CreateMessageRequestSchema,
  'elicitation/create': schemas.ElicitRequestSchema,
};

/** Connects and gives `{ call(tool, args, options), client, sent, received, close() }`. */
async function connected(client, transport, call) {
  const sent = [];
  const received = [];
  const send = transport.send.bind(transport);
  transport.send = (message, ...rest) => {
    sent.push(message);
    return send(message, ...rest);
  };
  await client.connect(transport);
  const take = transport.onmessage;
  transport.onmessage = (message, ...rest) => {
    received.push(message);
    return take(message, ...rest);
  };
  return { call, client, sent, received, close: () => client.close() };
}

const parameters = (command) => ({ command: command[0], args: command.slice(1), env: environment, stderr: 'ignore' });

/** Connects `@modelcontextprotocol/client` over a transport; `answers` gives results by method. */
export function client2Over(transport, answers = {}, versionNegotiation = undefined) {
  const client = new Client2(info, { capabilities, versionNegotiation });
  for (const method in answers) client.setRequestHandler(method, () => answers[method]);
  const call = (name, args, options) => client.callTool({ name, arguments: args }, options);
  return connected(client, transport, call);
}

/** Connects `@modelcontextprotocol/sdk` over a transport. */
export function client1Over(transport, answers = {}) {
  const client = new Client1(info, { capabilities });
  for (const method in answers) client.setRequestHandler(requestSchemas[method], () => answers[method]);
  const call = (name, args, options) => client.callTool({ name, arguments: args }, undefined, options);
  return connected(client, transport, call);
}

export const client2 = (command, answers, versionNegotiation) =>
  client2Over(new Stdio2(parameters(command)), answers, versionNegotiation);
export const client1 = (command, answers) => client1Over(new Stdio1(parameters(command)), answers);

export const legacyClients = { 'client 2.4.0': client2, 'sdk 1.32.2': client1 };
