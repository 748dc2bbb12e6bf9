// What a server asks its client reaches it and comes back, whatever era each of them speaks.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { client1, client2, legacyClients } from './clients.mjs';
import { behindBelay, check, checkGoverned, everything, faulty, finish, governed, sameAs, stepsTo, until } from './driver.mjs';

const answers = {
  'roots/list': { roots: [{ uri: 'file:///somewhere', name: 'Somewhere' }] },
  'sampling/createMessage': { role: 'assistant', content: { type: 'text', text: 'sampled' }, model: 'none' },
  'elicitation/create': { action: 'accept', content: { name: 'Ada', colour: 'green' } },
};

const includes = (text, part) => {
  if (!text?.includes(part)) throw new Error(`no '${part}' in: ${text}`);
};
const text = (result) => result.content.map((part) => part.text).join('\n');

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

const modes = { legacy: { mode: 'legacy' }, modern: { mode: { pin: '2026-07-28' } }, auto: { mode: 'auto' } };
const faces = { 'sdk 1.32.2': client1 };
for (const name in modes) {
  faces[`client 2.4.0, ${name}`] = (command, own) => client2(command, own, modes[name]);
}
const isModern = (name) => /modern|auto/.test(name);

/** Claims of one client before a server of one era: all that Belay may have to translate. */
async function crossing(name, connect, era) {
  // Bare, only a client that speaks both gets along with a server of the other era.
  const crosses = isModern(name) !== (era === 'modern') && !name.endsWith('auto');
  const claim = crosses ? checkGoverned : check;
  const file = join(directory, `log ${name} ${era}`);
  const logged = (start) =>
    until(async () => (await readFile(file, 'utf8')).split('\n').find((line) => line.startsWith(start)));
  const peer = governed || !crosses ? await connect(behindBelay(faulty('--era', era, '--log', file)), answers) : {};
  const { call, client, received, sent } = peer;
  const title = `${name}, server of the ${era} era`;

  await claim(`${title}: list`, async () =>
    includes(JSON.stringify(await client.listTools()), 'hang_honouring_cancel'),
  );
  await claim(`${title}: call`, async () => includes(text(await call('echo', { text: 'é' })), 'é'));
  await claim(`${title}: progress`, async () => {
    await call('progress', { steps: 3, everyMs: 100 }, { onprogress: () => {} });
    const { progressToken } = sent.findLast(({ params }) => params?.name === 'progress').params._meta;
    const told = received.filter(({ method }) => /progress$/.test(method)).map(({ params }) => params);
    sameAs(`${[progressToken]}`, `${[...new Set(told.map((each) => each.progressToken))]}`);
    stepsTo(3, told.filter(({ total }) => total === 3).map(({ progress }) => progress));
  });
  for (const [method, part] of Object.entries(asked)) {
    await claim(`${title}: ${method}`, async () => includes(text(await call('ask', { method })), part));
  }
  await claim(`${title}: an abort stops the work of the upstream`, async () => {
    const abort = new AbortController();
    const aborted = call('hang_honouring_cancel', {}, { signal: abort.signal }).catch(() => {});
    await logged('call hang_honouring_cancel');
    abort.abort('enough');
    await aborted;
    await logged('ended hang_honouring_cancel');
  });
  await peer.close?.();
  return sent;
}

const asked = { 'elicitation/create': 'green', 'sampling/createMessage': 'sampled', 'roots/list': 'somewhere' };
for (const [name, connect] of Object.entries(faces)) {
  for (const era of ['legacy', 'modern']) {
    const sent = await crossing(name, connect, era);
    if (name.endsWith('auto')) {
      await checkGoverned(`${name}, server of the ${era} era: it speaks the new one with Belay`, async () =>
        includes(JSON.stringify(sent.at(-1)), '2026-07-28'),
      );
    }
  }
}
await rm(directory, { recursive: true });
finish();
