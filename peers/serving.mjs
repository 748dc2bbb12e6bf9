// Servers over HTTP that live as long as a claim does: `belay serve`, and what it is put in front of.
import { spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { environment, patience, until, within } from './driver.mjs';

const announced = /listening on (http:\/\/\S+)/;

/** Starts a server that says where it listens, gives `{ url, process }` to the body, and ends it. */
export async function serving(command, body) {
  const { child, said, ended } = start(command);
  const url = new Promise((resolve) => {
    const look = (line) => announced.test(line) && resolve(announced.exec(line)[1]);
    for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', look);
  });
  const early = ended.then(() => {
    throw new Error(`${command.join(' ')} ended before it listened: ${said.join('')}`);
  });
  try {
    return await body({ url: await within(patience, Promise.race([url, early])), process: child });
  } finally {
    early.catch(() => {});
    await stop(child, ended);
  }
}

/** Starts a server on a port that was free a moment ago, and waits until it takes connections. */
export async function servingOn(command, path, body) {
  const port = await freePort();
  const { child, said, ended } = start(command(port));
  try {
    await until(async () => {
      if (child.exitCode !== null) {
        await ended;
        throw new Error(`${child.spawnfile} ended before it listened: ${said.join('')}`);
      }
      return accepts(port);
    });
    return await body({ url: `http://127.0.0.1:${port}${path}`, process: child });
  } finally {
    await stop(child, ended);
  }
}

function start(command) {
  const child = spawn(command[0], command.slice(1), { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = [];
  // Read to the end, so that it never waits for a reader; the beginning is enough to say what went wrong.
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => said.length < 100 && said.push(text));
  const ended = new Promise((resolve) => child.on('close', resolve).on('error', (error) => resolve(said.push(error))));
  return { child, said, ended };
}

async function stop(child, ended) {
  child.kill();
  await within(patience, ended).catch((error) => {
    child.kill('SIGKILL');
    throw error;
  });
}

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const accepts = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.on('close', () => socket.destroy()).end();
  });
