import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { Feed, readEvents } from '../../main/resources/dev/belay/console/feed.js';

/** The page that a feed looks at, as far as it does. */
class FakePage extends EventTarget {
  hidden = false;

  look(isHidden = false) {
    this.hidden = isHidden;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

let page;

/** The feeds of a test: one that still goes on would keep the tests from ending. */
let feeds;

beforeEach(() => {
  page = new FakePage();
  feeds = [];
  globalThis.document = page;
});

afterEach(async () => {
  feeds.forEach(feed => feed.close());
  page.look();
  await settled();
  delete globalThis.document;
});

/** An answer of these texts, one after the other. */
function answer(...texts) {
  const bytes = new TextEncoder();
  return new Response(
    new ReadableStream({
      start(to) {
        texts.forEach(text => to.enqueue(bytes.encode(text)));
        to.close();
      },
    }),
  );
}

/** An answer that says nothing until its request is aborted. */
function silence(signal) {
  return new Response(
    new ReadableStream({
      start(to) {
        signal.addEventListener('abort', () => to.error(signal.reason));
      },
    }),
  );
}

/** Waits for all that needs no time. */
function settled() {
  return new Promise(resolve => setImmediate(resolve));
}

async function read(...texts) {
  const events = [];
  let signs = 0;
  await readEvents(
    answer(...texts),
    event => events.push(event),
    () => signs++,
  );
  return { events, signs };
}

test('events are read wherever their bytes are cut', async () => {
  const text =
    ': hello\n\nid: 1\nevent: a\ndata: x\ndata:  ü\n\ndata: y\r\n\r\nid: 2\n\ndata: half';
  const expected = [
    { id: '1', event: 'a', data: 'x\n ü' },
    { id: '1', event: 'message', data: 'y' },
  ];
  assert.deepEqual((await read(text)).events, expected);
  assert.deepEqual((await read(...text)).events, expected);
});

test('each piece is a sign of life, comments too', async () => {
  const { events, signs } = await read(': alive\n', ': alive\n');
  assert.deepEqual(events, []);
  assert.equal(signs, 2);
});

/** A feed over these connections, each of which gives an answer or throws; after the last it closes. */
function feedOf(connections, options = {}) {
  const told = [];
  const feed = new Feed({
    open: async signal => {
      const next = connections.shift();
      if (!next) {
        feed.close();
      }
      told.push('open');
      return next ? next(signal) : answer();
    },
    onEvent: event => told.push(event.data),
    onLost: failure => told.push(failure ? `lost: ${failure.message}` : 'lost'),
    ...options,
  });
  feeds.push(feed);
  return { feed, told };
}

test('a stream that ends is opened again, at once when somebody looks', async () => {
  const fail = () => Promise.reject(new Error('no network'));
  const { feed, told } = feedOf([() => answer('data: 1\n\n'), fail, () => answer('data: 2\n\n')]);
  const followed = feed.follow();
  while (!feed.isClosed) {
    await settled();
    page.look();
  }
  await followed;
  assert.deepEqual(told, [
    'open',
    '1',
    'lost',
    'open',
    'lost: no network',
    'open',
    '2',
    'lost',
    'open',
  ]);
});

test('what `onLost` throws ends it', async () => {
  const { feed } = feedOf([() => Promise.reject(new Error('refused'))], {
    onLost: failure => {
      throw failure;
    },
  });
  await assert.rejects(feed.follow(), /refused/);
});

test('after its close nothing comes', async () => {
  const { feed, told } = feedOf([() => answer('data: 1\n\ndata: 2\n\n')], {
    onEvent: event => {
      told.push(event.data);
      feed.close();
    },
  });
  await feed.follow();
  assert.deepEqual(told, ['open', '1']);
});

test('pauses grow until an event comes', async t => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
  const none = () => answer();
  const { feed, told } = feedOf([none, none, () => answer('data: 1\n\n'), none]);
  const followed = feed.follow();
  const opened = () => told.filter(one => one === 'open').length;
  for (const [pause, count] of [
    [250, 1],
    [500, 2],
    [250, 3],
    [500, 4],
  ]) {
    await settled();
    assert.equal(opened(), count);
    t.mock.timers.tick(pause - 1);
    await settled();
    assert.equal(opened(), count);
    t.mock.timers.tick(1);
  }
  await followed;
  assert.equal(opened(), 5);
});

test('a connection without a sign for 35 s is given up', async t => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
  const { feed, told } = feedOf([silence]);
  const followed = feed.follow();
  await settled();
  t.mock.timers.tick(35_000);
  await settled();
  assert.deepEqual(told, ['open']);
  t.mock.timers.tick(5_000);
  await settled();
  assert.equal(told.length, 2);
  assert.match(told[1], /^lost: /);
  page.look();
  await followed;
});

test('a feed that rests has no connection while nobody looks', async () => {
  page.hidden = true;
  const { feed, told } = feedOf([silence], { restsHidden: true });
  const followed = feed.follow();
  await settled();
  assert.deepEqual(told, []);
  page.look();
  await settled();
  assert.deepEqual(told, ['open']);
  page.look(true);
  await settled();
  assert.match(told[1], /^lost: /);
  page.look();
  await followed;
});
