import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fits, stepped, windowOf } from '../../main/resources/dev/belay/console/list.js';

test('a filter looks into every text, whatever its case', () => {
  assert.ok(fits('', []));
  assert.ok(fits('SlOw', [null, undefined, 'very slow tool']));
  assert.ok(!fits('fast', ['very slow tool', null]));
});

test('steps end at the first and the last row, and begin at one of them', () => {
  assert.equal(stepped(5, -1, 1), 0);
  assert.equal(stepped(5, -1, -1), 4);
  assert.equal(stepped(5, 2, 1), 3);
  assert.equal(stepped(5, 4, 1), 4);
  assert.equal(stepped(5, 0, -1), 0);
});

test('only what is seen has rows, with a margin on both sides', () => {
  const list = { size: 10_000, rowPx: 40, seenPx: 800 };
  assert.deepEqual(windowOf({ ...list, scrolledPx: 0 }), [0, 36]);
  assert.deepEqual(windowOf({ ...list, scrolledPx: 40_000 }), [992, 1028]);
  assert.deepEqual(windowOf({ ...list, scrolledPx: 399_200 }), [9_972, 10_000]);
  assert.deepEqual(windowOf({ ...list, size: 3, scrolledPx: 0 }), [0, 3]);
  assert.deepEqual(windowOf({ ...list, size: 0, scrolledPx: 0 }), [0, 0]);
});

test('every row is in the window of the place that it is scrolled to', () => {
  for (let at = 0; at < 1_000; at++) {
    const [first, end] = windowOf({ size: 1_000, rowPx: 44, scrolledPx: at * 44, seenPx: 500 });
    assert.ok(first <= at && at < end, String(at));
  }
});
