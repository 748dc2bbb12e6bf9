// A server with one tool, as the documentation of its SDK has it written.
import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

export function oneTool() {
  const server = new McpServer({ name: 'one-tool', version: '1.0.0' });
  server.registerTool(
    'echo',
    {
      description: 'Gives back what it is given.',
      inputSchema: z.object({ text: z.string().describe('what to give back') }),
      annotations: { readOnlyHint: true, idempotentHint: true },
    },
    async ({ text }) => ({ content: [{ type: 'text', text }] }),
  );
  return server;
}
