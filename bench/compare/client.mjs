// A client that chooses its own ids and gives up when it likes, over Streamable HTTP and over the older HTTP with SSE.
import http from 'node:http';

const accept = 'application/json, text/event-stream';
const legacy = '2025-11-25';
const modern = '2026-07-28';
const clientInfo = { name: 'compare', version: '1' };

/** One exchange; `each` sees the messages of its answer as they come. */
function exchange(url, { method = 'POST', headers = {}, message }, each, opened = () => {}) {
  const body = message === undefined ? undefined : JSON.stringify(message);
  let request;
  const ended = new Promise((resolve) => {
    const all = { 'content-type': 'application/json', accept, ...headers };
    request = http.request(url, { method, headers: all, agent: false }, (response) => {
      opened(response);
      const streamed = response.headers['content-type']?.startsWith('text/event-stream');
      let text = '';
      let tail = '';
      response.setEncoding('utf8');
      response.on('data', (part) => {
        text += part;
        tail = (tail + part).slice(-part.length - 3);
        // A giant event comes in many parts; it is looked at once it has ended.
        if (streamed && /\n\r?\n/.test(tail)) text = events(text, each);
      });
      response.on('close', () => {
        if (streamed) events(`${text}\n\n`, each);
        else if (text.trimStart().startsWith('{')) each(JSON.parse(text), 'message');
        resolve({ status: response.statusCode, headers: response.headers, text: streamed ? '' : text });
      });
      response.on('error', () => {});
    });
    request.on('error', (error) => resolve({ status: 0, headers: {}, text: error.message }));
    request.end(body);
  });
  return { ended, leave: () => request.destroy() };
}

function events(text, each) {
  const parts = text.split(/\r?\n\r?\n/);
  for (const part of parts.slice(0, -1)) {
    const lines = part.split(/\r?\n/);
    const value = (name) => lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).trimStart());
    const data = value('data').join('\n');
    if (!data) continue;
    const event = value('event')[0] ?? 'message';
    each(event === 'message' ? JSON.parse(data) : data, event);
  }
  return parts.at(-1);
}

/** A call as its client sees it: `answer` settles with the message, or with the reason why none can come. */
class Call {
  progress = [];

  constructor(id) {
    this.id = id;
    this.begun = performance.now();
    this.answer = new Promise((resolve) => (this.settle = resolve));
  }

  take(message) {
    if (message.method === 'notifications/progress') this.progress.push(message.params);
    if (message.id === this.id && message.method === undefined) this.#end({ message });
  }

  lost(reason) {
    this.#end({ lost: reason });
  }

  #end(end) {
    this.settle({ ...end, ms: performance.now() - this.begun, text: textOf(end.message) ?? end.lost, failed: failed(end.message) });
  }

  /** The answer, undefined if it takes longer; where `extends` is given, each progress is a new beginning. */
  async within(limit, { extends: extended = false } = {}) {
    let seen = 0;
    let deadline = performance.now() + limit;
    for (;;) {
      const first = await Promise.race([this.answer, new Promise((resolve) => setTimeout(resolve, 50, null))]);
      if (first) return first;
      if (extended && this.progress.length > seen) deadline = performance.now() + limit;
      seen = this.progress.length;
      if (performance.now() > deadline) return undefined;
    }
  }
}

function textOf(message) {
  return message?.error?.message ?? message?.result?.content?.map((item) => item.text ?? '').join('\n');
}

function failed(message) {
  return message === undefined || message.error !== undefined || message.result?.isError === true;
}

function callMessage(call, tool, args, token, meta = {}) {
  const _meta = { ...meta, ...(token ? { progressToken: `token-${call.id}` } : {}) };
  return { jsonrpc: '2.0', id: call.id, method: 'tools/call', params: { name: tool, arguments: args, _meta } };
}

const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: legacy, capabilities: {}, clientInfo },
};
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
const cancelled = (requestId) => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId, reason: 'enough' },
});

/** A session of 2025-11-25 over Streamable HTTP. */
export async function streamable(url, prefix) {
  let answer;
  const { status, headers, text } = await exchange(url, { message: initialize }, (message) => (answer = message)).ended;
  if (!answer?.result) throw new Error(textOf(answer) || text || `HTTP ${status}`);
  const session = { 'mcp-session-id': headers['mcp-session-id'], 'mcp-protocol-version': answer.result.protocolVersion };
  if (!session['mcp-session-id']) delete session['mcp-session-id'];
  const send = (message, each = () => {}) => exchange(url, { headers: session, message }, each);
  await send(initialized).ended;
  let next = 1;
  return {
    call(tool, args = {}, { token = false, id = next++ } = {}) {
      const call = new Call(id);
      const sent = send(callMessage(call, prefix + tool, args, token), (message) => call.take(message));
      sent.ended.then((end) => call.lost(`HTTP ${end.status} ${end.text}`.trim()));
      return Object.assign(call, { leave: sent.leave });
    },
    cancel: (id) => send(cancelled(id)).ended,
    close: () => exchange(url, { method: 'DELETE', headers: session }, () => {}).ended,
  };
}

/** Calls of 2026-07-28, each complete in itself. */
export function stateless(url, prefix) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': modern,
    'io.modelcontextprotocol/clientInfo': clientInfo,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  let next = 1;
  return {
    call(tool, args = {}, { token = false, id = next++ } = {}) {
      const call = new Call(id);
      const name = prefix + tool;
      const headers = { 'mcp-protocol-version': modern, 'mcp-method': 'tools/call', 'mcp-name': name };
      const message = callMessage(call, name, args, token, meta);
      const sent = exchange(url, { headers, message }, (part) => call.take(part));
      sent.ended.then((end) => call.lost(`HTTP ${end.status} ${end.text}`.trim()));
      return Object.assign(call, { leave: sent.leave });
    },
    close: async () => {},
  };
}

/** A session of HTTP with SSE: one stream for all answers, and a POST for each message. */
export async function sse(url, prefix) {
  const calls = new Map();
  let endpoint;
  let greeted;
  const ready = new Promise((resolve) => (endpoint = resolve));
  const answered = new Promise((resolve) => (greeted = resolve));
  const take = (message, event) => {
    if (event === 'endpoint') return endpoint(message);
    if (event !== 'message') return undefined;
    if (message.id === 0) return greeted(message);
    for (const call of calls.values()) {
      if (message.id !== undefined || message.params?.progressToken === `token-${call.id}`) call.take(message);
    }
    return undefined;
  };
  const stream = exchange(url, { method: 'GET', headers: { accept: 'text/event-stream' } }, take);
  const over = stream.ended.then((end) => {
    for (const call of calls.values()) call.lost(`HTTP ${end.status} ${end.text}`.trim());
    return end;
  });
  const at = await Promise.race([ready, over]);
  if (typeof at !== 'string') throw new Error(at.text || `HTTP ${at.status}`);
  const send = (message) => exchange(new URL(at, url), { message }, () => {}).ended;
  await send(initialize);
  const greeting = await Promise.race([answered, over]);
  if (!greeting.result) throw new Error(textOf(greeting) || 'no session');
  await send(initialized);
  let next = 1;
  return {
    call(tool, args = {}, { token = false, id = next++ } = {}) {
      const call = new Call(id);
      calls.set(id, call);
      send(callMessage(call, prefix + tool, args, token));
      return Object.assign(call, { leave: stream.leave });
    },
    cancel: (id) => send(cancelled(id)),
    close: async () => stream.leave(),
  };
}
