// The safe operating window (S3-24 … S3-27, S3-29) with clients that keep their own time, scaled down:
// a client's 60 s are 10 s here, so that a machine that stalls for some seconds spoils no claim, and keep-alive comes every 0.5 s.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { legacyClients } from './clients.mjs';
import { behindBelay, check, checkGoverned, faulty, finish, sameAs } from './driver.mjs';

const silent = ['sleep', { ms: 15_000 }];
const reporting = ['progress', { steps: 30, everyMs: 500 }];
const limit = 10_000;
const patient = { timeout: limit, resetTimeoutOnProgress: true, onprogress: () => {} };

const text = (result) => result.content[0].text;

const ownLimit = /request timed out/i;
const ownTotal = /maximum total timeout/i;

/** Waits for a client to say that its own time is up. */
async function givesUp(call, reason) {
  const failure = await call.then(
    (result) => new Error(`it did not give up, but took ${JSON.stringify(result)}`),
    (error) => error,
  );
  if (!reason.test(failure.message)) throw failure;
}

const directory = await mkdtemp(join(tmpdir(), 'belay-peers-'));
const claims = [];
const clients = [];
for (const [name, connect] of Object.entries(legacyClients)) {
  // One client for each set of flags: its calls wait side by side.
  const connected = new Map();
  const client = (flags, environment) => {
    const command = [...environment, ...behindBelay(faulty(), ...flags)];
    const key = command.join(' ');
    if (!connected.has(key)) connected.set(key, connect(command));
    return connected.get(key);
  };
  clients.push(connected);
  const claim = (title, flags, body, register = check, environment = []) =>
    claims.push(() => register(`${name}: ${title}`, async () => body(await client(flags, environment))));

  claim(
    'S3-24 a silent call without a token is answered in time, and its result is there later',
    [],
    async ({ call }) => {
      // It cannot end before the file is there, so the client's limit may be as long as a slow machine needs.
      const file = join(directory, name);
      const handle = await call('progress', { steps: 1, until: file }, { timeout: 40_000 });
      if (!text(handle).startsWith('Still running: progress ')) throw new Error(text(handle));
      await writeFile(file, '');
      const { job_id } = handle.structuredContent;
      sameAs('done', text(await call('job_result', { job_id }, { timeout: 40_000 })));
    },
    checkGoverned,
    ['env', 'BELAY_MCP_HANDOFF_AFTER=2'],
  );
  claim(
    'S3-24 where no call becomes a job, a silent one without a token ends by the limit of the client',
    [],
    ({ call }) => givesUp(call(...silent, { timeout: 2_500 }), ownLimit),
    check,
    ['env', 'BELAY_MCP_HANDOFF_AFTER=0'],
  );
  claim('S3-25 progress of the upstream keeps the client waiting', [], async ({ call }) =>
    sameAs('done', text(await call(...reporting, patient))),
  );
  claim(
    'S3-25 keep-alive keeps the client waiting for a silent call',
    [],
    async ({ call }) => sameAs('slept', text(await call(...silent, patient))),
    checkGoverned,
  );
  // The SDKs look at the total only when progress arrives, so that each row needs some.
  for (const [row, total] of [['S3-26', 5_000], ['S3-27', 3_750]]) {
    claim(`${row} the total of ${total} ms ends a call that reports progress`, [], ({ call }) =>
      givesUp(call(...reporting, { ...patient, maxTotalTimeout: total }), ownTotal),
    );
    claim(
      `${row} the total of ${total} ms ends a silent call that is kept alive`,
      [],
      ({ call }) => givesUp(call(...silent, { ...patient, maxTotalTimeout: total }), ownTotal),
      checkGoverned,
    );
  }
  claim('without a token a call takes as long as its client lets it', [], async ({ call }) =>
    sameAs('slept', text(await call(...silent, { timeout: 40_000 }))),
  );
  claim(
    'S3-29 a limit below that of the client ends in an answer that says so',
    ['--timeout', '3'],
    async ({ call }) => {
      const result = await call('sleep', { ms: 60_000 }, { timeout: 20_000 });
      sameAs('true', String(result.isError));
      sameAs('true', String(text(result).includes('Tool exceeded wall-clock limit of 3s.')));
    },
    checkGoverned,
  );
}
await Promise.all(claims.map((run) => run()));
for (const connected of clients) for (const client of connected.values()) await client.then((one) => one.close(), () => {});
await rm(directory, { recursive: true });
finish();
