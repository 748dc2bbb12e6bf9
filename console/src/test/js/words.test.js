import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bytes,
  clock,
  count,
  duration,
  ending,
  look,
  pace,
  stopped,
} from '../../main/resources/dev/belay/console/words.js';

test('a duration has parts of a second only where they count', () => {
  for (const [seconds, words] of [
    [undefined, ''],
    [null, ''],
    [0, '0.0 s'],
    [0.44, '0.4 s'],
    [9.94, '9.9 s'],
    [10, '10 s'],
    [59.9, '59 s'],
    [60, '1:00'],
    [187, '3:07'],
    [3599, '59:59'],
    [3600, '1:00:00'],
    [7389, '2:03:09'],
    [360000, '100:00:00'],
  ]) {
    assert.equal(duration(seconds), words);
  }
  assert.equal(clock(4.9), '4 s');
  assert.equal(clock(61.5), '1:01');
});

test('numbers have their word, and thousands their commas', () => {
  assert.equal(count(0, 'call'), '0 calls');
  assert.equal(count(1, 'call'), '1 call');
  assert.equal(count(12345, 'call'), '12,345 calls');
  assert.equal(count(2, 'process', 'processes'), '2 processes');
});

test('bytes have the unit that makes them short', () => {
  assert.equal(bytes(1023), '1023 B');
  assert.equal(bytes(1024), '1.0 KiB');
  assert.equal(bytes(4200), '4.1 KiB');
  assert.equal(bytes(3 << 20), '3.0 MiB');
});

test('S1-69: a call is slow from 10 s on, and very slow after 30 s', () => {
  assert.deepEqual(pace(9.9), { word: '', kind: 'good' });
  assert.deepEqual(pace(10), { word: '▲ slow', kind: 'warn' });
  assert.deepEqual(pace(30), { word: '▲ slow', kind: 'warn' });
  assert.deepEqual(pace(30.1), { word: '▲ very slow', kind: 'bad' });
});

test('a result that reports an error is none of a success', () => {
  assert.equal(ending({ outcome: 'completed', detail: 'error' }), 'error');
  assert.equal(ending({ outcome: 'completed' }), 'completed');
  assert.equal(ending({ outcome: 'failed', detail: 'error' }), 'failed');
  assert.equal(ending({}), undefined);
});

test('a state has one look, however it is spelled, and an unknown one has its word', () => {
  assert.deepEqual(look('timed_out'), look('timed out'));
  assert.deepEqual(look('denied'), { glyph: '⊖', kind: 'bad', word: 'denied' });
  assert.deepEqual(look('new_kind'), { glyph: '•', kind: 'calm', word: 'new kind' });
  assert.deepEqual(look('constructor'), { glyph: '•', kind: 'calm', word: 'constructor' });
});

test('a cancellation says what it did', () => {
  assert.equal(
    stopped({ cancelled: true, stopped: 'killed', killed: [{ pid: 1, command: 'a' }] }),
    'Cancelled. Its processes were ended. 1 process gone.',
  );
  assert.equal(stopped({ cancelled: false }), 'It had ended before.');
  assert.equal(stopped({ cancelled: true, stopped: 'in a new way' }), 'Cancelled.');
});
