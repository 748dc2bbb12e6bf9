// A client over HTTP that chooses its own ids and tokens, and shows each stream as it came.
const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const revision = '2026-07-28';

/** One exchange: the response once it has begun, the messages of its answer as they come, its end, and how to leave. */
export function post(url, message, headers = {}) {
  return exchange(url, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(message) });
}

function exchange(url, request) {
  const leave = new AbortController();
  const messages = [];
  const opened = fetch(url, { ...request, signal: leave.signal });
  const ended = opened.then((response) => read(response, messages)).catch((error) => {
    if (error.name !== 'AbortError') throw error;
  });
  for (const promise of [opened, ended]) promise.catch(() => {});
  return { opened, messages, ended, leave: () => leave.abort() };
}

async function read(response, messages) {
  const streamed = response.headers.get('content-type')?.startsWith('text/event-stream');
  let text = '';
  for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    for (let end; streamed && (end = /\r?\n\r?\n/.exec(text)); text = text.slice(end.index + end[0].length)) {
      const data = text.slice(0, end.index).split(/\r?\n/).filter((line) => line.startsWith('data:'));
      const payload = data.map((line) => line.slice(5).trimStart()).join('\n');
      if (payload) messages.push(JSON.parse(payload));
    }
  }
  if (!streamed && text) messages.push(JSON.parse(text));
}

/** A session of the old era. */
export async function legacySession(url) {
  const clientInfo = { name: 'raw', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: { elicitation: {} }, clientInfo };
  const opened = await post(url, { jsonrpc: '2.0', id: 0, method: 'initialize', params });
  await opened.ended;
  const id = (await opened.opened).headers.get('mcp-session-id');
  const headers = { 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' };
  const send = (message) => post(url, { jsonrpc: '2.0', ...message }, headers);
  await send({ method: 'notifications/initialized' }).ended;
  /** The stream for what belongs to no request. */
  const listen = () => exchange(url, { headers: { ...headers, accept: 'text/event-stream' } });
  const close = () => fetch(url, { method: 'DELETE', headers });
  return { send, listen, close, headers };
}

/** A request of the new era, which belongs to no session. */
export function modern(url, { id, method, params = {} }) {
  const _meta = {
    ...params._meta,
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
  };
  const headers = { 'mcp-protocol-version': revision, 'mcp-method': method };
  if (params.name) headers['mcp-name'] = params.name;
  return post(url, { jsonrpc: '2.0', id, method, params: { ...params, _meta } }, headers);
}
