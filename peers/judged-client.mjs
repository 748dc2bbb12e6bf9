// What the conformance suite starts as a client: Belay in front of the suite's server, and before it a
// client of the old era, which leaves everything that the new era asks of a client to Belay.
import { client1Over } from './clients.mjs';
import { within } from './driver.mjs';
import { streamable1 } from './http-faces.mjs';
import { serving } from './serving.mjs';

const target = process.argv.at(-1);
// The suite's own data for some scenarios: what to call, and with what.
const { toolCalls } = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}');
const samples = { string: 'some', number: 1.5, integer: 3, boolean: true, array: [], object: {}, null: null };

/** Arguments that fit a schema as far as a scenario needs it: every required property, of its type. */
function sample({ properties = {}, required = [] }) {
  return Object.fromEntries(required.map((name) => [name, (name === 'schema' && samples.schema) || samples[properties[name]?.type ?? 'string']]));
}

async function converse({ client, call }) {
  const { tools } = await client.listTools();
  // One scenario wants to have a schema back as it was read.
  samples.schema = tools[0]?.inputSchema;
  const calls = toolCalls ?? tools.map((tool) => ({ name: tool.name, arguments: sample(tool.inputSchema) }));
  // All at once, so that a question in one of them must not touch the others.
  const ended = await Promise.allSettled(calls.map((each) => call(each.name, each.arguments)));
  for (const { reason } of ended) if (reason) console.error(reason);
  const { resources, prompts } = client.getServerCapabilities();
  if (resources) {
    const [first] = (await client.listResources()).resources;
    if (first) await client.readResource({ uri: first.uri });
  }
  if (prompts) {
    const [first] = (await client.listPrompts()).prompts;
    if (first) await client.getPrompt({ name: first.name });
  }
}

// Less than the suite's own patience, which ends in a kill that would leave Belay behind.
const patience = 25_000;
const answers = { 'elicitation/create': { action: 'accept', content: {} } };

// The suite's server takes both eras, and Belay would speak with it in that of the client.
const era = process.env.MCP_CONFORMANCE_PROTOCOL_VERSION === '2026-07-28' ? 'modern' : 'legacy';

await serving([...JSON.parse(process.env.BELAY_PEERS_SERVE), '--url', target, '--era', era], ({ url }) =>
  within(
    patience,
    client1Over(streamable1(url), answers).then((peer) => converse(peer).finally(() => peer.close())),
  ),
);
process.exit(0);
