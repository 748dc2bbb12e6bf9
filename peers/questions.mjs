// What a server asks its client reaches it and comes back, in both eras; eras that do not meet say so.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { client2, legacyClients } from './clients.mjs';
import { behindBelay, check, everything, faulty, finish, until } from './driver.mjs';

const answers = {
  'roots/list': { roots: [{ uri: 'file:///somewhere', name: 'Somewhere' }] },
  'sampling/createMessage': { role: 'assistant', content: { type: 'text', text: 'sampled' }, model: 'none' },
  'elicitation/create': { action: 'accept', content: { name: 'Ada', colour: 'green' } },
};

const includes = (text, part) => {
  if (!text?.includes(part)) throw new Error(`no '${part}' in: ${text}`);
};
const text = (result) => result.content.map((part) => part.text).join('\n');

async function refused(connection, part) {
  const error = await connection.then(
    (peer) => peer.close(),
    (failure) => failure,
  );
  if (!error) throw new Error('it was not refused');
  includes(`${error.code} ${error.message} ${error.cause?.message} ${JSON.stringify(error.data ?? '')}`, part);
}

for (const [name, connect] of Object.entries(legacyClients)) {
  const peer = await connect(behindBelay(everything), answers);
  // The tools that ask exist once the server knows what its client can answer.
  await until(async () => (await peer.client.listTools()).tools.some((tool) => tool.name === 'get-roots-list'));
  await check(`${name}: sampling`, async () =>
    includes(text(await peer.call('trigger-sampling-request', { prompt: 'hi' })), 'sampled'),
  );
  await check(`${name}: elicitation`, async () =>
    includes(text(await peer.call('trigger-elicitation-request', {})), 'Ada'),
  );
  await check(`${name}: roots`, async () => includes(text(await peer.call('get-roots-list', {})), 'file:///somewhere'));
  await peer.close();
}

const directory = await mkdtemp(join(tmpdir(), 'belay-peers-'));
const log = join(directory, 'log');
const logged = (start) =>
  until(async () => (await readFile(log, 'utf8')).split('\n').find((line) => line.startsWith(start)));
const modernOnly = { mode: { pin: '2026-07-28' } };
const modern = await client2(behindBelay(faulty('--era', 'modern', '--log', log)), answers, modernOnly);

await check('modern: list', async () =>
  includes(JSON.stringify(await modern.client.listTools()), 'hang_honouring_cancel'),
);
await check('modern: call', async () => includes(text(await modern.call('echo', { text: 'é' })), 'é'));
for (const [method, part] of [['elicitation/create', 'green'], ['sampling/createMessage', 'sampled'], ['roots/list', 'somewhere']]) {
  await check(`modern: a question in a result: ${method}`, async () =>
    includes(text(await modern.call('ask', { method })), part),
  );
}
await check('modern: an abort stops the work of the upstream', async () => {
  const abort = new AbortController();
  const call = modern.call('hang_honouring_cancel', {}, { signal: abort.signal }).catch(() => {});
  await logged('call hang_honouring_cancel');
  abort.abort('enough');
  await call;
  await logged('ended hang_honouring_cancel');
});
await modern.close();

await check('a legacy client of a modern server is told what it speaks', () =>
  refused(client2(behindBelay(faulty('--era', 'modern')), answers), '-32022'),
);
await check('a modern client of a legacy server is told so', () =>
  refused(client2(behindBelay(faulty()), answers, modernOnly), 'ERA_NEGOTIATION_FAILED'),
);
await check('a client of both eras finds the one that the server speaks', async () => {
  for (const era of ['legacy', 'modern']) {
    const peer = await client2(behindBelay(faulty('--era', era)), answers, { mode: 'auto' });
    includes(text(await peer.call('echo', { text: era })), era);
    await peer.close();
  }
});
await rm(directory, { recursive: true });
finish();
