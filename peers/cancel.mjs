// Aborting a call in an official client stops the work behind it, and nothing is answered.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { legacyClients } from './clients.mjs';
import { behindBelay, check, checkGoverned, faulty, finish, sameAs, until } from './driver.mjs';

const directory = await mkdtemp(join(tmpdir(), 'belay-peers-'));
let logs = 0;

/** Whether a process runs; a zombie does not. */
async function alive(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') X');
  return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
}

/** A misbehaving server with a client before it and its log beside it. */
async function session(connect, flags, body) {
  const file = join(directory, `log${logs++}`);
  const client = await connect(behindBelay(faulty('--log', file), ...flags));
  const log = async () => (await readFile(file, 'utf8')).split('\n');
  const logged = (start) => until(async () => (await log()).find((line) => line.startsWith(start)));
  const spawned = async () => (await log()).flatMap((line) => /^spawned (\d+)$/.exec(line)?.[1] ?? []);
  try {
    await body({ ...client, logged, spawned });
  } finally {
    await client.close();
  }
  for (const line of await log()) {
    const pid = /^(?:pid|spawned) (\d+)$/.exec(line)?.[1];
    if (pid) await until(async () => !(await alive(pid)));
  }
}

/** Calls a tool, aborts it once the server has begun, and gives the id that the client used. */
async function aborted({ call, sent, logged }, tool, args, begun = () => logged(`call ${tool}`)) {
  const abort = new AbortController();
  const outcome = call(tool, args, { signal: abort.signal }).then(
    () => 'an answer',
    () => 'an abort',
  );
  await until(begun);
  abort.abort('enough');
  sameAs('an abort', await outcome);
  return sent.find((message) => message.params?.name === tool).id;
}

/** Waits for the server once more, so that whatever it said before has arrived. */
async function notAnswered({ call, received }, id) {
  sameAs('here', (await call('echo', { text: 'here' })).content[0].text);
  const late = received.filter((message) => message.id === id && message.method === undefined);
  sameAs('[]', JSON.stringify(late));
}

for (const [name, connect] of Object.entries(legacyClients)) {
  await session(connect, [], async (peer) => {
    await check(`${name}: an abort stops the work of the upstream, unanswered; in the end nothing runs`, async () => {
      const id = await aborted(peer, 'hang_honouring_cancel', {});
      await peer.logged('cancelled ');
      await peer.logged('ended hang_honouring_cancel');
      await notAnswered(peer, id);
    });
    await checkGoverned(`${name}: an answer after the abort does not reach the client`, async () => {
      const id = await aborted(peer, 'answer_after_cancel', { ms: 1 });
      await peer.logged('ended answer_after_cancel');
      await notAnswered(peer, id);
    });
  }).catch((failure) => check(`${name}: nothing runs after the session`, () => Promise.reject(failure)));
  await checkGoverned(`${name}: an abort under isolation by call leaves no process`, () =>
    session(connect, ['--isolation', 'call'], async (peer) => {
      for (const kind of ['child', 'setsid', 'double_fork', 'env_scrubbed', 'ignore_term']) {
        const before = (await peer.spawned()).length;
        await aborted(peer, 'spawn_and_hang', { kind }, async () => (await peer.spawned()).length > before);
        const pid = (await peer.spawned()).at(-1);
        await until(async () => !(await alive(pid)));
      }
    }),
  );
}
await rm(directory, { recursive: true });
finish();
