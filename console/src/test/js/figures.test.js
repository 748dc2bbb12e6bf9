import assert from 'node:assert/strict';
import { test } from 'node:test';
import { line } from '../../main/resources/dev/belay/console/curve.js';
import { came, parse, quantile } from '../../main/resources/dev/belay/console/figures.js';

const METRICS = `# TYPE belay_call_duration_seconds histogram
belay_call_duration_seconds_bucket{tool="a",upstream="one \\"quoted\\" {}",le="0.1"} 3
belay_call_duration_seconds_bucket{tool="b",upstream="one \\"quoted\\" {}",le="0.1"} 4
belay_call_duration_seconds_bucket{tool="b",upstream="one \\"quoted\\" {}",le="+Inf"} 9 1700000000
belay_call_duration_seconds_bucket{tool="c",le="0.1"} 5
belay_call_duration_seconds_count{upstream="two"} 7
belay_call_duration_seconds_bucket{upstream="three",le="0.1"} nonsense`;

test('buckets are summed up by server', () => {
  const servers = parse(METRICS);
  assert.deepEqual([...servers.keys()], ['one "quoted" {}']);
  assert.deepEqual(
    servers.get('one "quoted" {}'),
    new Map([
      [0.1, 7],
      [Infinity, 9],
    ]),
  );
  assert.deepEqual(parse(''), new Map());
});

test('what came is the difference of two readings, in the order of limits', () => {
  const before = new Map([[0.1, 1]]);
  const now = new Map([
    [Infinity, 5],
    [0.1, 4],
  ]);
  assert.deepEqual(came(before, now), [
    [0.1, 3],
    [Infinity, 5],
  ]);
  assert.deepEqual(came(undefined, undefined), []);
});

test('a quantile is straight within a bucket, and never above the highest limit', () => {
  const buckets = [
    [0.1, 5],
    [0.2, 10],
    [Infinity, 20],
  ];
  assert.equal(quantile(buckets, 0.125), 0.05);
  assert.equal(quantile(buckets, 0.25), 0.1);
  assert.ok(Math.abs(quantile(buckets, 0.375) - 0.15) < 1e-9);
  assert.equal(quantile(buckets, 0.99), 0.2);
  assert.equal(quantile([], 0.5), null);
  assert.equal(quantile([[0.1, 0]], 0.5), null);
});

test('a curve ends at its right, and has a gap where nothing is known', () => {
  assert.equal(line([0, null, 2, 2], 2), 'M45.0 19.0M55.0 1.0L60.0 1.0');
  assert.equal(line([], 1), '');
});
