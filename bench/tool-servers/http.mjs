// One tool over HTTP, at 127.0.0.1 and the port that is the one argument, with a session for each client; the answer is one JSON body,
// which is the quicker of the two ways that the SDK has.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import { oneTool } from './one-tool.mjs';

const sessions = new Map();

async function opened() {
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    enableJsonResponse: true,
    onsessioninitialized: (id) => sessions.set(id, transport),
  });
  await oneTool().connect(transport);
  return transport;
}

createServer(async (request, response) => {
  const transport = sessions.get(request.headers['mcp-session-id']) ?? (await opened());
  await transport.handleRequest(request, response);
}).listen(Number(process.argv[2]), '127.0.0.1');
