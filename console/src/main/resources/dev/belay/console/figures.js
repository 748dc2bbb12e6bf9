/** How the calls of each server did lately, out of `/metrics`, which counts since the start. */
import { headers, troubleOf } from './session.js';

const EVERY_MS = 5_000;
const KEPT = 61;

/** Quantiles look back over so many readings: over a single one there is often no call. */
const WINDOW = 12;

/** More text is not read: it would be slow, and no curve is worth that. */
const LONGEST = 16 << 20;

const BUCKET = 'belay_call_duration_seconds_bucket{';

/**
 * The sums of the buckets of a server: limit in seconds → calls that took at most so long.
 *
 * @typedef {Map<number, number>} Buckets
 * @typedef {{ at: number, servers: Map<string, Buckets> }} Reading
 */

/**
 * Readings outlive a visit of a page.
 *
 * @type {Reading[]}
 */
const readings = [];

/** Reads the figures each five seconds while the page is visible, and tells `onNews`. */
export class Figures {
  /** @param {() => void} onNews */
  constructor(onNews) {
    this.onNews = onNews;
    this.isReading = false;
    this.isClosed = false;
    /** @type {string | null} */
    this.trouble = null;
    this.timer = setInterval(() => this.read(), EVERY_MS);
    this.read();
  }

  close() {
    clearInterval(this.timer);
    this.isClosed = true;
  }

  async read() {
    if (document.hidden || this.isReading) {
      return;
    }
    this.isReading = true;
    try {
      const answer = await fetch('/metrics', {
        headers: headers(),
        cache: 'no-store',
        credentials: 'omit',
        redirect: 'error',
      });
      if (!answer.ok) {
        throw new Error(`HTTP ${answer.status}`);
      }
      const text = await answer.text();
      this.trouble = text.length > LONGEST ? 'the figures are too long' : null;
      if (!this.trouble) {
        add({ at: performance.now() / 1000, servers: parse(text) });
      }
    } catch (error) {
      this.trouble = troubleOf(error).message;
    } finally {
      this.isReading = false;
    }
    if (!this.isClosed) {
      this.onNews();
    }
  }

  /**
   * `{rate, p50, p95, p99}` of a server, each the values of the last minutes, the newest last; null
   * where nothing is known. `mean` is the rate of the last minute.
   *
   * @param {string} server
   */
  of(server) {
    const last = readings.length - 1;
    const first = Math.max(0, last - WINDOW);
    const curves = {
      rate: /** @type {number[]} */ ([]),
      p50: /** @type {(number | null)[]} */ ([]),
      p95: /** @type {(number | null)[]} */ ([]),
      p99: /** @type {(number | null)[]} */ ([]),
      mean:
        last > 0
          ? total(between(server, first, last)) / (readings[last].at - readings[first].at)
          : null,
    };
    for (let i = 1; i < readings.length; i++) {
      const seconds = readings[i].at - readings[i - 1].at;
      curves.rate.push(total(between(server, i - 1, i)) / seconds);
      const lately = between(server, Math.max(0, i - WINDOW), i);
      curves.p50.push(quantile(lately, 0.5));
      curves.p95.push(quantile(lately, 0.95));
      curves.p99.push(quantile(lately, 0.99));
    }
    return curves;
  }
}

/** @param {Reading} reading */
function add(reading) {
  const last = readings.at(-1);
  // A Belay that began anew counts from nothing.
  const isOther =
    last &&
    [...last.servers].some(
      ([name, buckets]) =>
        (reading.servers.get(name)?.get(Infinity) ?? 0) < (buckets.get(Infinity) ?? 0),
    );
  if (isOther) {
    readings.length = 0;
  }
  readings.push(reading);
  readings.splice(0, Math.max(0, readings.length - KEPT));
}

/**
 * By server, the sums of the buckets of all its tools.
 *
 * @param {string} text of `/metrics`
 */
export function parse(text) {
  /** @type {Map<string, Buckets>} */
  const servers = new Map();
  for (let from = 0; from < text.length;) {
    const end = text.indexOf('\n', from) < 0 ? text.length : text.indexOf('\n', from);
    if (text.startsWith(BUCKET, from)) {
      const line = text.slice(from + BUCKET.length, end);
      const labels = labelsOf(line);
      const value = Number(line.slice(labels.end).trim().split(' ')[0]);
      const limit = labels.le === '+Inf' ? Infinity : Number(labels.le);
      if (labels.upstream !== undefined && Number.isFinite(value) && !Number.isNaN(limit)) {
        const buckets = servers.get(labels.upstream) ?? new Map();
        buckets.set(limit, (buckets.get(limit) ?? 0) + value);
        servers.set(labels.upstream, buckets);
      }
    }
    from = end + 1;
  }
  return servers;
}

const LABEL = /([a-z_]+)="((?:[^"\\]|\\.)*)",?/y;

/**
 * @param {string} line after its opening brace
 * @returns {{ end: number, upstream?: string, le?: string }} `end` is where the value begins
 */
function labelsOf(line) {
  /** @type {ReturnType<typeof labelsOf>} */
  const found = { end: line.length };
  LABEL.lastIndex = 0;
  for (let label = LABEL.exec(line), end = 0; ; label = LABEL.exec(line)) {
    if (!label) {
      found.end = line.indexOf('}', end) + 1;
      return found;
    }
    end = LABEL.lastIndex;
    const name = label[1];
    if (name === 'upstream' || name === 'le') {
      found[name] = label[2].replace(/\\(.)/g, (_, char) => (char === 'n' ? '\n' : char));
    }
  }
}

/**
 * A limit in seconds, and the calls that took at most so long.
 *
 * @typedef {[limit: number, calls: number]} Bucket
 */

/**
 * What came to the buckets of a server between two readings.
 *
 * @param {string} server
 * @param {number} first
 * @param {number} last
 */
function between(server, first, last) {
  return came(readings[first].servers.get(server), readings[last].servers.get(server));
}

/**
 * What came to each bucket, in the order of limits.
 *
 * @param {Buckets | undefined} before
 * @param {Buckets | undefined} now
 * @returns {Bucket[]}
 */
export function came(before, now) {
  return [...(now ?? [])]
    .map(([limit, value]) => /** @type {Bucket} */ ([limit, value - (before?.get(limit) ?? 0)]))
    .sort((a, b) => a[0] - b[0]);
}

/** @param {Bucket[]} buckets */
function total(buckets) {
  return buckets.at(-1)?.[1] ?? 0;
}

/**
 * As Prometheus has it: straight within a bucket, and never above the highest limit.
 *
 * @param {Bucket[]} buckets
 * @param {number} share of the calls, from 0 to 1
 */
export function quantile(buckets, share) {
  const wanted = total(buckets) * share;
  if (wanted === 0) {
    return null;
  }
  let below = 0;
  let from = 0;
  for (const [limit, value] of buckets) {
    if (value >= wanted) {
      return limit === Infinity
        ? from
        : from + (limit - from) * ((wanted - below) / (value - below));
    }
    below = value;
    from = limit;
  }
  return from;
}
