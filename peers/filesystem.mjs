// server-filesystem on a directory of its own, with and without Belay between: same bytes, same files.
import { mkdir, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { behindBelay, check, filesystem, finish, ofServer, RawClient, sameAs, until } from './driver.mjs';

const directory = await realpath(await mkdtemp(join(tmpdir(), 'belay-peers-')));
const root = join(directory, 'root');
// What the command line allows, until the client's roots take its place.
const given = join(directory, 'given');

const allowed = { name: 'list_allowed_directories', arguments: {} };

/** A session that starts from the same files each time. */
async function session(command) {
  await rm(directory, { recursive: true, force: true });
  await mkdir(root, { recursive: true });
  await mkdir(given);
  const client = new RawClient(command, { 'roots/list': { roots: [{ uri: pathToFileURL(root).href }] } });
  const said = new Map();
  const ask = async (name, method, params) => {
    const answer = await client.request(said.size, method, params);
    said.set(name, answer.result ?? answer.error);
    return answer;
  };
  const call = (tool, args) => ask(`${tool} ${JSON.stringify(args)}`, 'tools/call', { name: tool, arguments: args });

  await client.initialize({ roots: {} });
  // The roots of the client reach the server in their own time.
  await until(async () => (await client.request('allowed', 'tools/call', allowed)).result.includes(root));
  await ask('tools/list', 'tools/list', {});
  await call('create_directory', { path: join(root, 'new') });
  await call('write_file', { path: join(root, 'a.txt'), content: 'one\ntwo é\n' });
  await call('read_text_file', { path: join(root, 'a.txt') });
  await call('edit_file', { path: join(root, 'a.txt'), edits: [{ oldText: 'one', newText: '1' }] });
  await call('list_directory', { path: root });
  await call('search_files', { path: root, pattern: '*.txt' });
  await call('read_text_file', { path: join(root, 'none') });
  await call('read_text_file', { path: join(given, 'a.txt') });
  await call('list_allowed_directories', {});
  const written = await readFile(join(root, 'a.txt'), 'utf8');
  await client.close();
  return { said, written };
}

const bare = await session(filesystem(given));
const between = await session(behindBelay(filesystem(given)));
for (const [name, answer] of bare.said) {
  await check(`the answer is the same: ${name.replaceAll(directory, '')}`, async () =>
    sameAs(answer, ofServer(between.said.get(name))),
  );
}
await check('the file was written', async () => {
  sameAs('1\ntwo é\n', bare.written);
  sameAs(bare.written, between.written);
});
await rm(directory, { recursive: true });
finish();
