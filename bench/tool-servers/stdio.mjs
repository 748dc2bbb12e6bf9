// One tool on standard streams.
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { oneTool } from './one-tool.mjs';

await oneTool().connect(new StdioServerTransport());
