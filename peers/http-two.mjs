// Two clients that use the same ids and tokens at the same time: nothing that one sends touches the other.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, faulty, finish, logText, sameAs, serve, until } from './driver.mjs';
import { legacySession, modern } from './raw-http.mjs';
import { serving } from './serving.mjs';

const directory = await mkdtemp(join(tmpdir(), 'belay-peers-'));
const log = join(directory, 'log');
const all = [];

/** A claim, with what the server has logged since it began, and a call that lasts until it is let go. */
const claim = (name, body) =>
  all.push((url) =>
    check(name, async () => {
      const from = (await logText(log)).length;
      const lines = async (start) => (await logText(log)).slice(from).split('\n').filter((line) => line.startsWith(start));
      const logged = (start) => until(async () => (await lines(start)).length > 0);
      const file = join(directory, `until${all.length}-${from}`);
      const held = (id) => call(id, 'progress', { steps: 1, until: file });
      await body({ url, lines, logged, held, letGo: () => writeFile(file, '') });
    }),
  );

/** The same for two sessions of the old era and for two clients of the new one. */
function claims(name, body) {
  claim(`legacy: ${name}`, async (world) => {
    const sessions = [await legacySession(world.url), await legacySession(world.url)];
    const [a, b] = sessions.map(({ send }) => ({ request: send, notify: send }));
    await body({ ...world, a, b });
    await Promise.all(sessions.map((session) => session.close()));
  });
  claim(`modern: ${name}`, (world) => {
    const client = { request: (message) => modern(world.url, message), notify: undefined };
    return body({ ...world, a: client, b: client });
  });
}

const call = (id, name, args, more) => ({ id, method: 'tools/call', params: { name, arguments: args, ...more } });
const token = { _meta: { progressToken: 'token' } };
const text = (message) => message.result?.content?.[0].text ?? JSON.stringify(message);
const last = async (exchange) => {
  await exchange.ended;
  return exchange.messages.at(-1);
};

// These two first: once a call was cancelled, it might be in doubt whom a question of the server is for.
claim('legacy: an answer under the id of a question to another client answers nothing', async ({ url }) => {
  const [a, b] = [await legacySession(url), await legacySession(url)];
  const asking = a.send(call(7, 'ask', { method: 'elicitation/create' }));
  const question = await until(async () => asking.messages.find(({ method }) => method === 'elicitation/create'));
  const answer = (colour) => ({ id: question.id, result: { action: 'accept', content: { colour } } });
  await b.send(answer('red')).ended;
  await a.send(answer('green')).ended;
  sameAs('green', JSON.parse(text(await last(asking))).content.colour);
  await Promise.all([a.close(), b.close()]);
});

claim('modern: a request state fits only the request that it was given for', async ({ url }) => {
  const args = { method: 'elicitation/create' };
  const asked = async () => (await last(modern(url, call(1, 'ask', args)))).result;
  const [one, other] = [await asked(), await asked()];
  if (one.requestState === other.requestState) throw new Error('two requests have the same state');
  const answered = (asking, colour) =>
    Object.fromEntries(Object.keys(asking.inputRequests).map((key) => [key, { action: 'accept', content: { colour } }]));
  const retry = async (name, given, asking, colour, requestState = asking.requestState) =>
    last(modern(url, call(2, name, given, { inputResponses: answered(asking, colour), requestState })));
  sameAs('-32602', `${(await retry('echo', { text: 'stolen' }, one, 'red')).error?.code}`);
  sameAs('-32602', `${(await retry('ask', args, one, 'red', `${one.requestState}x`)).error?.code}`);
  sameAs('blue', JSON.parse(text(await retry('ask', args, other, 'blue'))).content.colour);
  sameAs('green', JSON.parse(text(await retry('ask', args, one, 'green'))).content.colour);
});
claims('equal ids and tokens: each gets its own progress and its own answer', async ({ a, b }) => {
  const one = a.request(call(7, 'progress', { steps: 5, everyMs: 100 }, token));
  const other = b.request(call(7, 'progress', { steps: 9, everyMs: 100 }, token));
  for (const [exchange, steps] of [[one, 5], [other, 9]]) {
    const answer = await last(exchange);
    sameAs('7 done', `${answer.id} ${text(answer)}`);
    const own = exchange.messages.filter((message) => message.method === 'notifications/progress');
    // What Belay says itself to keep a client waiting has no total.
    const totals = new Set(own.map(({ params }) => params.total).filter((total) => total !== undefined));
    sameAs(`${steps}`, [...totals].join());
    sameAs('token', [...new Set(own.map(({ params }) => params.progressToken))].join());
  }
});

claims('equal ids: a client that cancels its call ends no other', async ({ a, b, lines, logged, held, letGo }) => {
  const hanging = a.request(call(7, 'hang_honouring_cancel', {}));
  const lasting = b.request(held(7));
  await Promise.all([logged('call hang'), logged('call progress')]);
  if (a.notify) await a.notify({ method: 'notifications/cancelled', params: { requestId: 7 } }).ended;
  else hanging.leave();
  await logged('ended hang_honouring_cancel');
  await letGo();
  sameAs('done', text(await last(lasting)));
  sameAs('1', `${(await lines('cancelled ')).length}`);
});

claims('a client that cancels an id which only another one uses, ends nothing', async ({ a, b, lines, logged, held, letGo }) => {
  const lasting = b.request(held(8));
  await logged('call progress');
  await a.request({ method: 'notifications/cancelled', params: { requestId: 8 } }).ended;
  await letGo();
  sameAs('done', text(await last(lasting)));
  sameAs('0', `${(await lines('cancelled ')).length}`);
});

claim('legacy: the end of a session ends no other, and its id is of no use any more', async ({ url, logged, held, letGo }) => {
  const [a, b] = [await legacySession(url), await legacySession(url)];
  if (a.headers['mcp-session-id'] === b.headers['mcp-session-id']) throw new Error('both have the same session id');
  const lasting = b.send(held(7));
  await logged('call progress');
  await a.close();
  sameAs('404', `${(await a.send(call(8, 'echo', { text: 'late' })).opened).status}`);
  await letGo();
  sameAs('done', text(await last(lasting)));
  await b.close();
});

claim('legacy: only who subscribed is told', async ({ url }) => {
  const [a, b] = [await legacySession(url), await legacySession(url)];
  const [heardByA, heardByB] = [a.listen(), b.listen()];
  await Promise.all([heardByA.opened, heardByB.opened]);
  const uri = 'faulty://watched';
  await a.send({ id: 1, method: 'resources/subscribe', params: { uri } }).ended;
  await b.send(call(2, 'resource_change', { uri })).ended;
  await until(async () => heardByA.messages.some(({ method }) => method === 'notifications/resources/updated'));
  // What would reach the other one wrongly comes before a change of the list, which reaches both.
  await b.send(call(3, 'list_change', {})).ended;
  await until(async () => heardByB.messages.some(({ method }) => method === 'notifications/tools/list_changed'));
  sameAs('[]', JSON.stringify(heardByB.messages.filter(({ method }) => method === 'notifications/resources/updated')));
  for (const each of [heardByA, heardByB]) each.leave();
  await Promise.all([a.close(), b.close()]);
});

claim('modern: a listener is told what it asked for, under its own id', async ({ url }) => {
  const listen = (notifications) => modern(url, { id: 'same', method: 'subscriptions/listen', params: { notifications } });
  const [tools, prompts] = [listen({ toolsListChanged: true }), listen({ promptsListChanged: true })];
  // Both have begun once both are acknowledged.
  await until(async () => tools.messages.length && prompts.messages.length);
  await modern(url, call(1, 'list_change', {})).ended;
  const told = await until(async () => tools.messages.find(({ method }) => method === 'notifications/tools/list_changed'));
  sameAs('same', told.params._meta['io.modelcontextprotocol/subscriptionId']);
  sameAs('[]', JSON.stringify(prompts.messages.filter(({ method }) => /list_changed$/.test(method))));
  for (const each of [tools, prompts]) each.leave();
});

await serving(serve('--', ...faulty('--log', log)), async ({ url }) => {
  for (const run of all) await run(url);
});
await rm(directory, { recursive: true });
finish();
