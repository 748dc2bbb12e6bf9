// Tasks that Belay makes in front of a server that knows none, as clients of others drive them: that of the old
// SDK, and that of the extension in both eras.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StreamableHTTPClientTransport as Streamable2 } from '@modelcontextprotocol/client';
import { createApplicationInputHandler, createTaskSessionFromClient } from '@modelcontextprotocol/ext-tasks/client';
import { StreamableHTTPClientTransport as Streamable1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import * as schemas from '@modelcontextprotocol/sdk/types.js';
import { client1, client1Over, client2Over } from './clients.mjs';
import { check, behindBelay, finish, fixture, serve } from './driver.mjs';
import { serving } from './serving.mjs';

const directory = await mkdtemp(join(tmpdir(), 'belay-peers-'));
const config = join(directory, 'belay.yaml');
await writeFile(config, 'tools: { confirm_delete: { job: always }, multi_input: { job: always } }\n');

const accept = { action: 'accept', content: { confirm: true, name: 'Ada' } };
const answers = { 'elicitation/create': accept };
const includes = (text, part) => {
  if (!text?.includes(part)) throw new Error(`no '${part}' in: ${text}`);
};

/** Drives one call as the old SDK does, and checks that its client was asked and got the result. */
async function streamed({ client, received }, tool, args) {
  const states = [];
  let result;
  const stream = client.experimental.tasks.callToolStream(
    { name: tool, arguments: args },
    schemas.CallToolResultSchema,
    { task: { ttl: 60_000 } },
  );
  for await (const message of stream) {
    if (message.type === 'error') throw message.error;
    if (message.task) states.push(message.task.status);
    if (message.type === 'result') result = message.result;
  }
  includes(JSON.stringify(result?.content), 'accept');
  includes(states.join(' '), 'working');
  const asked = received.find(({ method }) => method === 'elicitation/create');
  if (!asked?.params._meta['io.modelcontextprotocol/related-task'].taskId) throw new Error(JSON.stringify(asked));
}

/** A request of the extension as it goes over HTTP; gives the answer. */
const raw = (url) => {
  let last = 0;
  return async (request, options) => {
    const id = `raw-${++last}`;
    const named = request.params?.taskId ?? request.params?.name;
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': request.method,
        ...(named ? { 'mcp-name': named } : {}),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id, ...request }),
      signal: options?.signal,
    });
    const text = await response.text();
    const messages = text.startsWith('{')
      ? [text]
      : text.split('\n').flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trim()] : []));
    return messages.filter(Boolean).map((message) => JSON.parse(message)).find((message) => message.id === id);
  };
};

async function settled(client, tool, args, more) {
  const onInputRequest = createApplicationInputHandler({
    elicitation: () => accept,
    sampling: () => Promise.reject(new Error('nothing is sampled')),
    roots: () => ({ roots: [] }),
  });
  const session = createTaskSessionFromClient(client, { endpointId: 'belay', onInputRequest, ...more });
  try {
    const execution = await session.callTool(tool, args, { task: { preference: 'prefer' } });
    if (execution.kind !== 'task') throw new Error(`it is no task: ${JSON.stringify(execution)}`);
    const { outcome } = await execution.settle();
    includes(JSON.stringify(outcome), 'accept');
  } finally {
    await session.close();
  }
}

for (const era of ['legacy', 'modern']) {
  const server = fixture('--era', era);
  await check(`sdk 1.32.2 over stdio, server of the ${era} era: a task that asks`, async () => {
    const peer = await client1(behindBelay(server, '--config', config), answers);
    await streamed(peer, 'confirm_delete', { filename: 'a' });
    await streamed(peer, 'multi_input', {});
    await peer.close();
  });
  await serving(serve('--config', config, '--', ...server), async ({ url }) => {
    await check(`sdk 1.32.2 over HTTP, server of the ${era} era: a task that asks`, async () => {
      const peer = await client1Over(new Streamable1(new URL(url)), answers);
      await streamed(peer, 'confirm_delete', { filename: 'b' });
      await peer.close();
    });
    await check(`ext-tasks 0.2.2, legacy, server of the ${era} era: a task that asks`, async () => {
      const peer = await client2Over(new Streamable2(new URL(url)), {}, { mode: 'legacy' });
      await settled(peer.client, 'confirm_delete', { filename: 'c' }, {});
      await peer.close();
    });
    await check(`ext-tasks 0.2.2, modern, server of the ${era} era: a task that asks`, async () => {
      const peer = await client2Over(new Streamable2(new URL(url)), {}, { mode: { pin: '2026-07-28' } });
      const v2RequestFraming = {
        protocolVersion: '2026-07-28',
        clientInfo: { name: 'peer', version: '1' },
        clientCapabilities: { elicitation: { form: {} } },
      };
      await settled(peer.client, 'multi_input', {}, { rawDispatch: raw(url), v2RequestFraming });
      await peer.close();
    });
  });
}
await rm(directory, { recursive: true });
finish();
