// Every request that server-everything answers, with and without Belay between: same bytes.
import { behindBelay, check, checkGoverned, everything, finish, ofServer, RawClient, sameAs, until } from './driver.mjs';

// Of the environment, which Belay adds to, and of a task that is made for whoever calls: called all the same, but only
// the kind of answer is compared.
const exempt = new Set(['get-env', 'simulate-research-query']);
// The first message of toggle-simulated-logging is random, and a keep-alive of Belay's comes where a machine is slow. News of tasks is not
// passed on.
const random = /-level message|level-message|"message":"Still running, |^"notifications\/tasks\/status"/;
// Everywhere else what is random or timed is masked, and the bytes around it are compared.
const masks = [
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[0-9a-f]{32}\b/g, 'ID'],
  [/\d{4}-\d\d-\d\dT[\d:.]+Z|\b\d+:\d\d:\d\d( [AP]M)?/g, 'TIME'],
  [/\b\d+\/\d+\/\d{4}\b/g, 'DATE'],
  // Tasks are Belay's, which demands none.
  [/"taskSupport":"required"/g, '"taskSupport":"optional"'],
];
const masked = (text) => masks.reduce((rest, [pattern, word]) => rest.replaceAll(pattern, word), text);

const capabilities = {
  roots: { listChanged: true },
  sampling: {},
  elicitation: { form: {}, url: {} },
  tasks: { requests: { sampling: { createMessage: {} }, elicitation: { create: {} } } },
};
const answers = {
  'roots/list': { roots: [{ uri: 'file:///one', name: 'One' }] },
  'sampling/createMessage': { role: 'assistant', content: { type: 'text', text: 'Hi é' }, model: 'none' },
  'elicitation/create': (params) =>
    params.mode === 'url' ? { action: 'accept' } : { action: 'accept', content: { name: 'Ada', integer: 7 } },
  ping: {},
};

const data = 'data:text/plain;base64,SGVsbG8=';
const calls = [
  ['echo', { message: 'é " \\ \u2028 😀' }],
  ['echo', {}],
  ['get-annotated-message', { messageType: 'error', includeImage: true }],
  ['get-env', {}],
  ['get-resource-links', { count: 4 }],
  ['get-resource-reference', { resourceType: 'Text', resourceId: 3 }],
  ['get-structured-content', { location: 'New York' }],
  ['get-sum', { a: 1.5, b: 2 }],
  ['get-tiny-image', {}],
  ['gzip-file-as-resource', { name: 'a.gz', data, outputType: 'resource' }],
  ['gzip-file-as-resource', { name: 'b.gz', data, outputType: 'resourceLink' }],
  ['toggle-simulated-logging', {}],
  ['toggle-simulated-logging', {}],
  ['toggle-subscriber-updates', {}],
  ['toggle-subscriber-updates', {}],
  ['trigger-long-running-operation', { duration: 0.5, steps: 5 }],
  ['get-roots-list', {}],
  ['trigger-elicitation-request', {}],
  ['trigger-url-elicitation', { url: 'https://example.com/', elicitationId: 'one' }],
  ['trigger-url-elicitation', { url: 'https://example.com/', elicitationId: 'two', errorPath: true }],
  ['trigger-sampling-request', { prompt: 'Say hi' }],
  ['trigger-sampling-request-async', { prompt: 'Say hi' }],
  ['trigger-elicitation-request-async', {}],
  ['simulate-research-query', { topic: 'ropes' }],
  ['no-such-tool', {}],
];
const dynamic = 'demo://resource/dynamic/text/1';
const others = [
  ['ping', undefined],
  ['logging/setLevel', { level: 'debug' }],
  ['logging/setLevel', { level: 'shouting' }],
  ['tools/list', {}],
  ['prompts/list', {}],
  ['prompts/get simple-prompt', { name: 'simple-prompt' }],
  ['prompts/get args-prompt', { name: 'args-prompt', arguments: { city: 'Bern' } }],
  ['prompts/get resource-prompt', { name: 'resource-prompt', arguments: { resourceType: 'Text', resourceId: '1' } }],
  ['prompts/get none', { name: 'none' }],
  ['resources/list', {}],
  ['resources/templates/list', {}],
  ['resources/read dynamic', { uri: dynamic }],
  ['resources/read none', { uri: 'demo://none' }],
  ['resources/subscribe', { uri: dynamic }],
  ['resources/unsubscribe', { uri: dynamic }],
  [
    'completion/complete',
    { ref: { type: 'ref/prompt', name: 'completable-prompt' }, argument: { name: 'department', value: 'S' } },
  ],
  ['no/such/method', { a: [1.0, 1e3] }],
];

/** One whole session: what was answered, asked and told, each as it was spelled. */
async function session(command) {
  const client = new RawClient(command, answers);
  const said = new Map();
  const take = (name, answer) => {
    const body = answer.result === undefined ? `error ${answer.error}` : `result ${answer.result}`;
    said.set(`${said.size} ${name}`, `${answer.id} ${exempt.has(name) ? body.split(' ')[0] : masked(body)}`);
    return answer;
  };
  take('initialize', withoutTasks(await client.initialize(capabilities)));
  // The server asks for the roots of its own accord 350 ms later, which moves all else.
  await until(() => client.notifications.some((line) => line.includes('Roots updated')));
  let id = 0;
  let plain;
  for (const [name, params] of others) {
    take(name, await client.request(`id ${id++}`, name.split(' ')[0], params));
  }
  const listed = JSON.parse((await client.request('listed', 'tools/list')).result).tools.map((tool) => tool.name);
  for (const [name, args] of calls) {
    // Of a task whoever waits is told at times of Belay's own.
    const _meta = name === 'simulate-research-query' ? {} : { progressToken: `token ${id}` };
    const params = { name, arguments: args, _meta };
    const answer = take(name, await client.request(id++, 'tools/call', params));
    if (name === 'simulate-research-query') plain = answer.result;
  }
  for (const resource of JSON.parse((await client.request('resources', 'resources/list')).result).resources) {
    take(resource.uri, await client.request(id++, 'resources/read', { uri: resource.uri }));
  }
  said.set('task', await research(client));
  await client.close();
  return { said, listed, plain, told: client.notifications.filter((line) => !random.test(line)).map(masked), asked: client.requests };
}

/** An opening without the tasks that it declares, which are Belay's own. */
function withoutTasks(answer) {
  const opened = JSON.parse(answer.result);
  delete opened.capabilities.tasks;
  return { ...answer, result: JSON.stringify(opened) };
}

/** The content that a task of the 2025-11-25 kind ends with. */
async function research(client) {
  const task = { ttl: 60_000 };
  const params = { name: 'simulate-research-query', arguments: { topic: 'ropes', ambiguous: false }, task };
  const created = (await client.request('task', 'tools/call', params)).result;
  const { taskId } = JSON.parse(created).task;
  await until(async () => {
    const { result } = await client.request('status', 'tasks/get', { taskId });
    return JSON.parse(result).status === 'completed';
  });
  const { result } = await client.request('result', 'tasks/result', { taskId });
  return masked(JSON.stringify(JSON.parse(result).content));
}

const bare = await session(everything);
await check('every tool of server-everything is called', async () => {
  sameAs('', bare.listed.filter((name) => !calls.some((call) => call[0] === name)).join());
});
const between = await session(behindBelay(everything));
for (const [name, answer] of bare.said) {
  await check(`the answer is the same: ${name}`, async () => sameAs(answer, ofServer(between.said.get(name))));
}
await check('the tools for jobs stand behind those of the server', async () => {
  const added = between.listed.filter((name) => !bare.listed.includes(name));
  sameAs('job_status,job_result,job_cancel,job_list', added.join());
  sameAs(added.join(), between.listed.slice(bare.listed.length).join());
});
await checkGoverned('a tool that demands a task is called without one, too', async () => {
  sameAs(bare.said.get('task'), masked(JSON.stringify(JSON.parse(between.plain).content)));
});
const distinct = (lines) => [...new Set(lines)].sort().join('\n');
const isProgress = (line) => line.startsWith('"notifications/progress"');
const beside = ({ told }) => distinct(told.filter((line) => !isProgress(line)));
await check('the notifications are the same', async () => sameAs(beside(bare), beside(between)));
await check('progress is the same, but for what a newer one has overtaken', async () => {
  const [sent, told] = [bare, between].map((one) => one.told.filter(isProgress));
  sameAs('', distinct(told.filter((line) => !sent.includes(line))));
  sameAs(sent.at(-1), told.at(-1));
});
await check('the client is asked the same', async () => sameAs(distinct(bare.asked), distinct(between.asked)));
finish();
