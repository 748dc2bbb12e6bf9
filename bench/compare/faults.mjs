// The faults by name: what a client does, and what counts. `yes` is always what one would want of a gateway.
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from './gateways.mjs';
import { alive, resident, until } from './processes.mjs';

const yes = (measured) => ({ outcome: 'yes', measured });
const partly = (measured) => ({ outcome: 'partly', measured });
const no = (measured) => ({ outcome: 'no', measured });
const notApplicable = (measured) => ({ outcome: 'n/a', measured });

const seconds = (ms) => (ms < 950 ? `${Math.max(10, Math.round(ms / 10) * 10)} ms` : `${(ms / 1000).toFixed(1)} s`);
// Ports are any free ones, and would differ in each run.
const short = (text) => (text.length > 100 ? `${text.slice(0, 100)}…` : text).replaceAll(/\s+/g, ' ').replace(/ 127\.0\.0\.1:\d+/, '');

/** A session, a call in it, and the server's word that the call has begun. */
async function begun(cell, tool, args = {}, options = {}) {
  const gateway = await cell.start(options);
  const client = await gateway.client();
  const call = client.call(tool, args, options);
  if ((await gateway.logged(`call ${tool}`, 15_000)) === undefined) throw new Error('the call did not reach the server');
  return { gateway, client, call };
}

/** How long until the work of a call has stopped: by itself, or with its process. */
function stopped(gateway, tool, limit) {
  return until(() => gateway.log().includes(`ended ${tool}`) || !gateway.servers().length, limit);
}

async function ended({ call, gateway }, limit) {
  const answer = await call.within(limit);
  if (!answer) return no(`open after ${limit / 1000} s`);
  const told = (await gateway.logged('cancelled ', 2_000)) !== undefined;
  return yes(`${seconds(answer.ms)}, server ${told ? 'told' : 'not told'}`);
}

/** Whether a call that must end well did, in spite of others. */
async function unharmed(call, text, limit) {
  const answer = await call.within(limit);
  if (!answer) return 'no answer';
  return answer.text?.includes(text) ? '' : `“${short(answer.text ?? '')}”`;
}

async function ignored(cell, options) {
  const { gateway, client, call } = await begun(cell, 'hang', {}, options);
  // Where each call has a process of its own, those of earlier calls are gone by then, and others may stand ready.
  await pause(1_000);
  const before = gateway.servers();
  client.cancel(call.id);
  const took = await until(() => before.some((pid) => !alive(pid)), 10_000);
  if (took === undefined) return no('runs on after 10 s');
  const harm = await unharmed(client.call('echo', { text: 'here' }), 'here', 10_000);
  return harm ? partly(`gone after ${seconds(took)}; next call: ${harm}`) : yes(`gone after ${seconds(took)}`);
}

/** How long until no process of the server is left. */
async function gone(gateway, pids, limit = 10_000) {
  const took = await until(() => !pids.some((pid) => alive(pid.id)), limit);
  if (took !== undefined) return yes(seconds(took));
  const left = pids.filter((pid) => alive(pid.id)).map((pid) => pid.what);
  return (left.length < pids.length ? partly : no)(`left after ${limit / 1000} s: ${[...new Set(left)].join(', ')}`);
}

/** A server with a child of its own, and the gateway told to end. */
async function endedBy(cell, signal, server = []) {
  const gateway = await cell.start({ server });
  const client = await gateway.client();
  await client.call('spawn', { kind: 'child' }).within(10_000);
  const pids = [
    ...gateway.servers().map((id) => ({ id, what: 'server' })),
    ...gateway.spawned().map((id) => ({ id, what: 'its child' })),
  ];
  if (pids.length < 2) throw new Error('the server spawned nothing');
  process.kill(gateway.process.pid, signal);
  return gone(gateway, pids);
}

export const faults = [
  {
    name: 'hang',
    title: 'A call that never answers is ended at the gateway’s limit',
    how: `\`hang\`, with a limit of ${limits.silence} s on silence; the client waits 15 s.`,
    run: async (cell) => ended(await begun(cell, 'hang', {}, { limited: true }), 15_000),
  },
  {
    name: 'beat_forever',
    title: 'A call that reports progress for ever is ended',
    how: `\`beat_forever\` each 0.5 s, to a client that asked for progress; limits of ${limits.silence} s on silence and ${limits.total} s in all, where the gateway has them; the client waits 20 s.`,
    run: async (cell) => ended(await begun(cell, 'beat_forever', { everyMs: 500 }, { limited: true, token: true }), 20_000),
  },
  {
    name: 'steady',
    title: 'Work of 8 s that reports progress outlives a limit of 5 s on silence',
    how: '`progress` with 16 steps, 0.5 s apart, with the limits of `hang`.',
    run: async (cell) => {
      const { call } = await begun(cell, 'progress', { steps: 16, everyMs: 500 }, { limited: true, token: true });
      const answer = await call.within(15_000);
      if (answer?.text === 'done') return yes(cell.gateway.limitsShown ? seconds(answer.ms) : 'no limit can be set');
      return no(answer ? `cut after ${seconds(answer.ms)}` : 'no answer');
    },
  },
  {
    name: 'relay',
    title: 'Progress of the server reaches the client',
    how: '`progress` with 5 steps, 0.2 s apart; messages under the client’s own token are counted.',
    run: async (cell) => {
      const { call } = await begun(cell, 'progress', { steps: 5, everyMs: 200 }, { token: true });
      const answer = await call.within(10_000);
      const count = call.progress.filter((step) => /^step/.test(step.message ?? '')).length;
      if (answer?.text !== 'done') return no('no answer');
      return (count === 5 ? yes : count ? partly : no)(`${count} of 5`);
    },
  },
  {
    name: 'cancel',
    title: '`notifications/cancelled` of the client stops the server’s work',
    how: '`hang_honouring_cancel` is cancelled under its id; the server’s log says when its work stopped; 5 s.',
    run: async (cell) => {
      const { gateway, client, call } = await begun(cell, 'hang_honouring_cancel');
      if (!client.cancel) return notApplicable('');
      client.cancel(call.id);
      const took = await stopped(gateway, 'hang_honouring_cancel', 5_000);
      return took === undefined ? no('runs on after 5 s') : yes(seconds(took));
    },
  },
  {
    name: 'answer_after_cancel',
    title: 'The answer of a cancelled call is withheld',
    how: '`answer_after_cancel` answers 0.3 s after it has heard of its cancellation; the client listens 3 s.',
    run: async (cell) => {
      const { gateway, client, call } = await begun(cell, 'answer_after_cancel', { ms: 300 });
      client.cancel(call.id);
      if ((await gateway.logged('cancelled ', 3_000)) === undefined) return notApplicable('the server never hears of it');
      const answer = await call.within(3_000);
      return answer?.text === 'too late' ? no('passed on') : yes('');
    },
  },
  {
    name: 'ignore_cancel',
    title: 'A call that ignores its cancellation is ended, in a server that others share',
    how: '`hang` is cancelled and goes on, in a server that answers pings; 10 s for its process to be gone and an `echo` in the same session to be answered.',
    run: (cell) => ignored(cell, {}),
  },
  {
    name: 'ignore_cancel_isolated',
    title: 'A call that ignores its cancellation is ended, where each call has a process of its own',
    how: 'As `ignore_cancel`, with the option for that, where there is one.',
    run: (cell) => (cell.gateway.isolatedShown ? ignored(cell, { isolated: true }) : notApplicable('no option')),
  },
  {
    name: 'spawn_and_hang',
    title: 'Processes that a cancelled call has started are ended',
    how: '`spawn_and_hang` starts a child, is cancelled, and goes on; 10 s for the child to be gone.',
    run: async (cell) => {
      const { gateway, client, call } = await begun(cell, 'spawn_and_hang', { kind: 'child' });
      await gateway.logged('spawned ', 5_000);
      client.cancel(call.id);
      return gone(gateway, gateway.spawned().map((id) => ({ id, what: 'its child' })));
    },
  },
  {
    name: 'leave_2026',
    title: 'A client of 2026-07-28 closes its stream: the work stops',
    how: '`hang_honouring_cancel` in a request of 2026-07-28, whose connection the client closes; 5 s.',
    run: async (cell) => {
      if (!cell.gateway.modern) return notApplicable('does not speak it');
      const gateway = await cell.start();
      const client = gateway.modern();
      const first = await client.call('echo', { text: 'here' }).within(10_000);
      if (first?.text !== 'here') return notApplicable(`refuses it: “${short(first?.text ?? 'no answer')}”`);
      const call = client.call('hang_honouring_cancel');
      if ((await gateway.logged('call hang_honouring_cancel', 10_000)) === undefined) throw new Error('not called');
      // Where each request has a process of its own, it is the one that was started last.
      const pid = gateway.servers().at(-1);
      call.leave();
      const took = await until(() => gateway.log().includes('ended hang_honouring_cancel') || !alive(pid), 5_000);
      return took === undefined ? no('runs on after 5 s') : yes(seconds(took));
    },
  },
  {
    name: 'end_session',
    title: 'A client of 2025-11-25 ends its session: the work stops',
    how: '`hang_honouring_cancel`, and `DELETE` of the session (with SSE: the stream is closed); 5 s.',
    run: async (cell) => {
      const { gateway, client } = await begun(cell, 'hang_honouring_cancel');
      client.close();
      const took = await stopped(gateway, 'hang_honouring_cancel', 5_000);
      return took === undefined ? no('runs on after 5 s') : yes(seconds(took));
    },
  },
  {
    name: 'leave_2025',
    slow: true,
    title: 'A client of 2025-11-25 vanishes for good: the work stops within 90 s',
    how: '`hang_honouring_cancel`, by a client that asked for progress and closes the connection without another word. In this revision that alone is no cancellation, since the client may come back. (Without a progress token Belay makes the call a job after 50 s, which outlives its client.)',
    run: async (cell) => {
      const { gateway, call } = await begun(cell, 'hang_honouring_cancel', {}, { token: true });
      call.leave();
      const took = await stopped(gateway, 'hang_honouring_cancel', 90_000);
      return took === undefined ? no('runs on after 90 s') : yes(seconds(took));
    },
  },
  {
    name: 'silent_75s',
    slow: true,
    title: 'A silent call of 75 s reaches a client that gives up after 60 s without progress',
    how: '`sleep` of 75 s, with no limits set; the client sent a progress token, and each progress gives it another 60 s.',
    run: async (cell) => {
      const { call } = await begun(cell, 'sleep', { ms: 75_000 }, { token: true });
      const answer = await call.within(60_000, { extends: true });
      if (answer?.text === 'slept') return yes(`${seconds(answer.ms)}, ${call.progress.length} keep-alives`);
      return no(answer ? `“${short(answer.text)}” after ${seconds(answer.ms)}` : 'given up after 60 s');
    },
  },
  {
    name: 'fixed_60s',
    slow: true,
    title: 'A call of 75 s is of use to a client that gives up after 60 s in any case',
    how: '`sleep` of 75 s without a progress token, with no limits set; of use is the result, or a handle by which the client gets it later.',
    run: async (cell) => {
      const { client, call } = await begun(cell, 'sleep', { ms: 75_000 });
      const answer = await call.within(60_000);
      const job = answer?.message?.result?.structuredContent?.job_id;
      if (!job) return no(answer ? `“${short(answer.text)}” after ${seconds(answer.ms)}` : 'given up after 60 s');
      const result = await client.call('job_result', { job_id: job, wait_seconds: 45 }).within(50_000);
      if (result?.text !== 'slept') return partly(`handle after ${seconds(answer.ms)}, no result`);
      return yes(`handle after ${seconds(answer.ms)}, then the result`);
    },
  },
  {
    name: 'crash',
    title: 'A server that crashes in a call: the client gets an error with the reason',
    how: '`crash` writes to stderr and exits with 42; the error has to come within 5 s, and to say the code or what was written. Without that: partly.',
    run: async (cell) => {
      const { call } = await begun(cell, 'crash');
      const answer = await call.within(5_000);
      if (!answer) return no('open after 5 s');
      if (!answer.message) return no(`connection lost, ${seconds(answer.ms)}`);
      const reason = /\b42\b|last words/.test(answer.text);
      return (reason ? yes : partly)(`${seconds(answer.ms)}: “${short(answer.text)}”`);
    },
  },
  {
    name: 'after_crash',
    title: 'After the crash the next call is served',
    how: '`echo` in the same session, each 0.5 s for 10 s; then in a new session (partly).',
    run: async (cell) => {
      const { gateway, client, call } = await begun(cell, 'crash');
      await call.within(5_000);
      const crashed = performance.now();
      let last;
      while (performance.now() - crashed < 10_000) {
        last = await client.call('echo', { text: 'here' }).within(5_000);
        if (last?.text === 'here') return yes(`${seconds(performance.now() - crashed)} later`);
        await pause(500);
      }
      const fresh = await gateway
        .client()
        .then((other) => other.call('echo', { text: 'here' }).within(5_000))
        .catch((error) => ({ text: error.message }));
      if (fresh?.text === 'here') return partly('in a new session');
      return no(`“${short(fresh?.text ?? last?.text ?? 'no answer')}”`);
    },
  },
  {
    name: 'dead_start',
    title: 'A server that does not start: the client is told why',
    how: 'The server writes to stderr and exits with 3; the client opens a session and calls `echo`, for 20 s. Any answer with the code or what was written is a yes, any other error partly.',
    run: async (cell) => {
      if (cell.gateway.name === 'none') return notApplicable('');
      const gateway = await cell.start({ server: ['--exit-at-start', '3'], awaited: false });
      const begin = performance.now();
      const text = await gateway
        .client()
        .then((client) => client.call('echo', { text: 'here' }).within(20_000))
        .then((answer) => answer?.text ?? '')
        .catch((error) => error.message);
      const took = seconds(performance.now() - begin);
      if (/cannot start|(code|status|with) 3\b/.test(text)) return yes(`${took}: “${short(text)}”`);
      if (gateway.process.ended !== null) {
        const why = /cannot start/.test(gateway.process.said) ? 'says why on stderr' : 'does not say why';
        return partly(`the gateway exits (${gateway.process.ended}), ${why}`);
      }
      return text ? partly(`${took}: “${short(text)}”`) : no('no answer');
    },
  },
  {
    name: 'stdout_noise',
    title: 'Lines on stdout that are no protocol do no harm',
    how: 'The server writes rubbish at its start; `stdout_noise` writes three such lines and answers; 10 s.',
    run: async (cell) => {
      if (cell.gateway.name === 'none') return notApplicable('');
      const gateway = await cell.start({ server: ['--start-noise'] });
      const harm = await unharmed((await gateway.client()).call('stdout_noise'), 'after the garbage', 10_000);
      return harm ? no(harm) : yes('');
    },
  },
  {
    name: 'invalid_json',
    title: 'An answer that breaks off in the middle of its line ends the call with an error',
    how: '`invalid_json` writes the first half of its answer and no more; 10 s.',
    run: async (cell) => {
      if (cell.gateway.name === 'none') return notApplicable('');
      const { call } = await begun(cell, 'invalid_json', { answer: false });
      const answer = await call.within(10_000);
      return answer?.failed ? yes(`${seconds(answer.ms)}: “${short(answer.text)}”`) : no('open after 10 s');
    },
  },
  {
    name: 'invalid_json_first',
    title: 'A whole answer that follows a broken one is passed on',
    how: '`invalid_json` writes half of its answer, a line break, and then all of it; 10 s.',
    run: async (cell) => {
      if (cell.gateway.name === 'none') return notApplicable('');
      const { call } = await begun(cell, 'invalid_json');
      const harm = await unharmed(call, 'after the garbage', 10_000);
      return harm ? no(harm) : yes('');
    },
  },
  {
    name: 'giant_line',
    title: 'An answer of 32 MiB in one line: memory stays bounded, and calls go on',
    how: '`giant_line`, then `echo` in the same session. Growth is the peak of the gateway’s resident size less that before; over 64 MiB, twice the line, is partly.',
    run: async (cell) => {
      if (cell.gateway.name === 'none') return notApplicable('');
      const gateway = await cell.start();
      const client = await gateway.client();
      await client.call('echo', { text: 'here' }).within(10_000);
      const before = resident(gateway.process.pid);
      const answer = await client.call('giant_line', { bytes: 32 << 20 }).within(60_000);
      const harm = await unharmed(client.call('echo', { text: 'here' }), 'here', 10_000);
      const growth = Math.round(resident(gateway.process.pid, 'VmHWM') - before);
      const how = !answer ? 'no answer' : answer.failed ? `refused: “${short(answer.text)}”` : 'passed on';
      if (harm) return no(`${how}; next call: ${harm}`);
      return (growth <= 64 ? yes : partly)(`+${growth} MiB, ${how}`);
    },
  },
  {
    name: 'same_id',
    title: 'Two clients use the same request id at once: each gets its own answer',
    how: '`sleep` of 1.5 s by one client and `progress` of 0.9 s by another, both with id 7.',
    run: async (cell) => {
      const { gateway, call } = await begun(cell, 'sleep', { ms: 1_500 }, { id: 7 });
      const other = (await gateway.client()).call('progress', { steps: 3, everyMs: 300 }, { id: 7 });
      const harm = (await unharmed(other, 'done', 10_000)) || (await unharmed(call, 'slept', 10_000));
      return harm ? no(harm) : yes('');
    },
  },
  {
    name: 'cross_cancel',
    title: 'One client cannot cancel the call of another',
    how: '`sleep` of 3 s by one client under id 7; another sends `notifications/cancelled` for the ids 0 to 20.',
    run: async (cell) => {
      const { gateway, call } = await begun(cell, 'sleep', { ms: 3_000 }, { id: 7 });
      const other = await gateway.client();
      await Promise.all(Array.from({ length: 21 }, (_, id) => other.cancel(id)));
      const harm = await unharmed(call, 'slept', 10_000);
      return harm ? no(harm) : yes('');
    },
  },
  {
    name: 'beside_hang',
    title: 'A second client is served while the call of a first one hangs',
    how: '`hang` by one client, then a new session and `echo` by another; 5 s.',
    run: async (cell) => {
      const { gateway } = await begun(cell, 'hang');
      const other = await gateway.client();
      const answer = await other.call('echo', { text: 'here' }).within(5_000);
      return answer?.text === 'here' ? yes(seconds(answer.ms)) : no(short(answer?.text ?? 'no answer'));
    },
  },
  {
    name: 'sigterm',
    title: 'SIGTERM of the gateway leaves no process',
    how: 'The server has a child (`spawn`), no call is open; 10 s for server and child to be gone.',
    run: (cell) => endedBy(cell, 'SIGTERM'),
  },
  {
    name: 'sigterm_stubborn',
    title: 'SIGTERM of the gateway, with a server that ignores SIGTERM and the end of its stdin',
    how: 'As `sigterm`; such a server ends by SIGKILL alone.',
    run: (cell) =>
      cell.gateway.name === 'none' ? notApplicable('') : endedBy(cell, 'SIGTERM', ['--ignore-term', '--ignore-eof']),
  },
  {
    name: 'sigkill',
    title: '`kill -9` of the gateway leaves no process',
    how: 'As `sigterm`, by SIGKILL, which no program can handle.',
    run: (cell) => endedBy(cell, 'SIGKILL'),
  },
  {
    name: 'sigkill_stubborn',
    title: '`kill -9` of the gateway, with such a stubborn server',
    how: 'As `sigterm_stubborn`, by SIGKILL.',
    run: (cell) =>
      cell.gateway.name === 'none' ? notApplicable('') : endedBy(cell, 'SIGKILL', ['--ignore-term', '--ignore-eof']),
  },
];
