// Official clients that know nothing but the URL of `belay serve`: they are told where tokens come from, get
// one there, and are served. The authorization server is Node's own, and signs by its own means.
import { ClientCredentialsProvider, StreamableHTTPClientTransport as Streamable2 } from '@modelcontextprotocol/client';
import { ClientCredentialsProvider as Provider1 } from '@modelcontextprotocol/sdk/client/auth-extensions.js';
import { StreamableHTTPClientTransport as Streamable1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { generateKeyPairSync, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { client1Over, client2Over } from './clients.mjs';
import { check, everything, finish, sameAs, serve } from './driver.mjs';
import { servingOn } from './serving.mjs';

const directory = await mkdtemp(join(tmpdir(), 'belay-peers-'));
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'ES256' };
const coded = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token as RFC 9068 has it, for whatever resource was asked for (RFC 8707). */
function token(issuer, asked) {
  const now = Math.floor(Date.now() / 1000);
  const said = [
    { typ: 'at+jwt', alg: 'ES256', kid: 'one' },
    { iss: issuer, sub: 'peer', aud: asked.get('resource'), scope: asked.get('scope'), iat: now, exp: now + 60 },
  ].map(coded);
  const signature = sign('sha256', Buffer.from(said.join('.')), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return [...said, signature.toString('base64url')].join('.');
}

const asked = [];
const authorization = createServer(async (request, response) => {
  const issuer = `http://127.0.0.1:${authorization.address().port}`;
  let body = '';
  for await (const part of request) body += part;
  const answers = {
    '/.well-known/oauth-authorization-server': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      grant_types_supported: ['client_credentials'],
      token_endpoint_auth_methods_supported: ['client_secret_basic'],
    }),
    '/jwks': () => ({ keys: [jwk] }),
    '/token': () => {
      asked.push(new URLSearchParams(body));
      return { access_token: token(issuer, asked.at(-1)), token_type: 'Bearer', expires_in: 60 };
    },
  };
  const answer = answers[new URL(request.url, issuer).pathname];
  response.writeHead(answer ? 200 : 404, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer?.() ?? {}));
});
await new Promise((resolve) => authorization.listen(0, '127.0.0.1', resolve));
const issuer = `http://127.0.0.1:${authorization.address().port}`;

/** `belay serve`, which takes that server's tokens for the URL that clients know. */
function guarded(port) {
  const config = join(directory, `${port}.yaml`);
  const oauth = {
    issuer,
    jwks_url: `${issuer}/jwks`,
    resource: `http://127.0.0.1:${port}/mcp`,
    required_scopes: ['tools:call'],
  };
  writeFileSync(config, JSON.stringify({ auth: { oauth } }));
  return serve('--config', config, '--port', `${port}`, '--', ...everything);
}

const client = { clientId: 'peer', clientSecret: 'a secret of theirs', expectedIssuer: issuer };
const provider = () => new ClientCredentialsProvider(client);
const clients = {
  'client 2.4.0, modern': (url) =>
    client2Over(new Streamable2(url, { authProvider: provider() }), {}, { mode: { pin: '2026-07-28' } }),
  'client 2.4.0, legacy': (url) =>
    client2Over(new Streamable2(url, { authProvider: provider() }), {}, { mode: 'legacy' }),
  // It asks for the scopes that it was made with, and not for those it is told of.
  'sdk 1.32.2': (url) =>
    client1Over(new Streamable1(url, { authProvider: new Provider1({ ...client, scope: 'tools:call' }) })),
};

await servingOn(guarded, '/mcp', async ({ url }) => {
  for (const [name, connect] of Object.entries(clients)) {
    await check(`${name}: it finds the authorization server, gets a token for this resource, and is served`, async () => {
      asked.length = 0;
      const { call, close } = await connect(new URL(url));
      sameAs('Echo: é', (await call('echo', { message: 'é' })).content[0].text);
      await close();
      sameAs(url, asked.at(-1)?.get('resource'));
      sameAs('tools:call', asked.at(-1)?.get('scope'));
    });
  }
  await check('without a token nobody is served', async () => {
    const answer = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' });
    sameAs('401', `${answer.status}`);
    sameAs('200', `${(await fetch(new URL('/.well-known/oauth-protected-resource/mcp', url))).status}`);
  });
});
authorization.close();
await rm(directory, { recursive: true });
finish();
