// Every official client over HTTP before `belay serve`, in front of a server that knows only stdio.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, environment, everything, faulty, finish, logText, sameAs, serve, stepsTo, until } from './driver.mjs';
import { inspect, legacyFaces, modernFaces } from './http-faces.mjs';
import { serving } from './serving.mjs';

const directory = await mkdtemp(join(tmpdir(), 'belay-peers-'));
environment.MCP_REMOTE_CONFIG_DIR = directory;
let logs = 0;

const answers = {
  'roots/list': { roots: [{ uri: 'file:///somewhere', name: 'Somewhere' }] },
  'sampling/createMessage': { role: 'assistant', content: { type: 'text', text: 'sampled' }, model: 'none' },
  'elicitation/create': { action: 'accept', content: { name: 'Ada', colour: 'green' } },
};
const questions = { 'elicitation/create': 'green', 'sampling/createMessage': 'sampled', 'roots/list': 'somewhere' };

const text = (result) => result.content.map((part) => part.text).join('\n');
const includes = (whole, part) => {
  if (!whole?.includes(part)) throw new Error(`no '${part}' in: ${whole}`);
};

/** Runs the body with a client before Belay before a server that keeps a log. */
async function session(connect, body) {
  const log = join(directory, `log${logs++}`);
  const logged = (start) =>
    until(async () => (await logText(log)).split('\n').find((line) => line.startsWith(start)));
  await serving(serve('--', ...faulty('--log', log)), async ({ url }) => {
    const peer = await connect(url, answers);
    try {
      await body({ ...peer, logged });
    } finally {
      await peer.close();
    }
  });
}

const faces = { ...legacyFaces, ...modernFaces };

await serving(serve('--', ...everything), async ({ url }) => {
  for (const [name, connect] of Object.entries(faces)) {
    await check(`${name}: it lists and calls`, async () => {
      const { client, call, close } = await connect(url, answers);
      includes(JSON.stringify(await client.listTools()), 'get-sum');
      sameAs('Echo: é', text(await call('echo', { message: 'é' })));
      await close();
    });
    await check(`${name}: progress of the upstream arrives under the client's own token, but for what a newer one has overtaken`, async () => {
      const { call, close, sent, received } = await connect(url, answers);
      await call('trigger-long-running-operation', { duration: 1, steps: 4 }, { onprogress: () => {} });
      const token = sent.find((message) => message.method === 'tools/call').params._meta.progressToken;
      // As it came: the clients themselves drop progress that comes together with the answer.
      const progress = received.filter(({ method, params }) => /progress$/.test(method) && params.total === 4);
      stepsTo(4, progress.map(({ params }) => params.progress));
      sameAs(`${token}`, [...new Set(progress.map(({ params }) => params.progressToken))].join(' '));
      await close();
    });
  }
  for (const era of ['legacy', 'modern', 'auto']) {
    await check(`Inspector 2.12.0, ${era}: it lists without a fault in a schema`, async () => {
      const { code, err } = await inspect(url, era, '--method', 'tools/list', '--strict');
      if (code !== 0) throw new Error(`exit code ${code}: ${err}`);
    });
    await check(`Inspector 2.12.0, ${era}: it calls`, async () => {
      const call = ['--method', 'tools/call', '--tool-name', 'echo', '--tool-args-json', '{"message":"é"}'];
      const { code, out, err } = await inspect(url, era, ...call);
      includes(out, 'Echo: é');
      if (code !== 0) throw new Error(`exit code ${code}: ${err}`);
    });
  }
});

for (const [name, connect] of Object.entries(faces)) {
  // One server for each client: what one of its calls leaves behind would show in the next.
  await session(connect, async ({ client, call, sent, received, logged }) => {
    if (name.endsWith('auto')) {
      await check(`${name}: it finds the new era`, async () =>
        includes(JSON.stringify(sent.at(-1).params?._meta ?? {}), '2026-07-28'),
      );
    }
    for (const [method, part] of Object.entries(questions)) {
      await check(`${name}: a question of the upstream is answered: ${method}`, async () =>
        includes(text(await call('ask', { method })), part),
      );
    }
    await check(`${name}: an abort stops the work of the upstream, and the next call is answered`, async () => {
      const abort = new AbortController();
      const outcome = call('hang_honouring_cancel', {}, { signal: abort.signal }).then(
        () => 'an answer',
        () => 'an abort',
      );
      await logged('call hang_honouring_cancel');
      abort.abort('enough');
      sameAs('an abort', await outcome);
      await logged('cancelled ');
      await logged('ended hang_honouring_cancel');
      sameAs('here', text(await call('echo', { text: 'here' })));
    });
    await check(`${name}: a change of the list is told`, async () => {
      const listens = name in modernFaces && (await client.listen({ toolsListChanged: true }));
      await call('list_change', {});
      const told = () => received.some((message) => message.method === 'notifications/tools/list_changed');
      await until(async () => told());
      if (listens) await listens.close();
    });
  }).catch((failure) => check(`${name}: it has a session from beginning to end`, () => Promise.reject(failure)));
}
await rm(directory, { recursive: true });
finish();
