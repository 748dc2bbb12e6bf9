/** What happens now: one stream for all tabs of a browser, kept as rows by topic. */
import { readEvents } from './stream.js';
import { ApiError, openStream, renew } from './session.js';

/** A stream says something every 15 s; after this long it is dead, whatever the socket says. */
const SILENCE_MS = 35_000;
const RETRY_MS = [250, 500, 1000, 2000, 3000];
const ENDED_KEPT = 2_000;
const LOST_KEPT = 200;

/** How often it is looked whether the token needs another one. */
const RENEW_MS = 600_000;

/**
 * The state of the gateway as it changes. Events: `change` (something in `rows`, `ended` or `stops`
 * is new), `state` (the connection), `refused` (no token, or one that counts no longer).
 *
 * `rows.calls`, `rows.turns` and so on are maps from key to row. Moments in rows are those of the
 * server's clock; `since` tells how long ago one was. `ended` has calls that ended, the newest
 * last; `stops` the last step of a stop by id.
 */
export class Live extends EventTarget {
  constructor() {
    super();
    this.rows = {};
    this.ended = [];
    /** How many calls ended since this page was opened, kept or not. */
    this.endedCount = 0;
    this.stops = new Map();
    /** Calls that were under way when the Belay before this one ended. */
    this.lostCalls = [];
    this.you = null;
    this.lastId = null;
    this.connected = false;
    this.hasSnapshot = false;
    /** Since when there is no connection, as a Date; null while there is one. */
    this.lostAt = null;
    this.abort = null;
    this.tries = 0;
    this.serverAt = 0;
    this.wallAhead = 0;
    this.serverSeen = performance.now();
  }

  topic(name) {
    return this.rows[name] ?? (this.rows[name] = new Map());
  }

  /** The moment of the server's clock now, in seconds, as `since` and `beat_at` of rows have it. */
  get clock() {
    return this.serverAt + (this.now() - this.serverSeen) / 1000;
  }

  /** The time of day of the gateway, in milliseconds: that of a phone may be another. */
  get wall() {
    return Date.now() + this.wallAhead;
  }

  /** Seconds since a moment of the server's clock. */
  since(moment) {
    return Math.max(0, this.clock - moment);
  }

  /** The moment that times are shown for: it stands still without a connection. */
  now() {
    return this.lostAt && this.stoodStill ? this.stoodStill : performance.now();
  }

  begin() {
    document.addEventListener('visibilitychange', () => this.onVisible());
    setInterval(renew, RENEW_MS);
    if (!navigator.locks || !('BroadcastChannel' in window)) {
      this.alone = true;
      this.lead();
      return;
    }
    this.channel = new BroadcastChannel('belay.live');
    this.channel.onmessage = event => this.heard(event.data);
    this.channel.postMessage({ kind: 'hello' });
    navigator.locks.request('belay.live', () => this.lead());
  }

  onVisible() {
    if (this.alone) {
      if (document.hidden) {
        this.abort?.abort();
      } else {
        this.wake?.();
      }
    } else if (!document.hidden && this.isLeading && Date.now() - this.signAt > SILENCE_MS) {
      this.abort?.abort();
    }
  }

  /** Reads the stream for as long as this page lives. */
  async lead() {
    this.isLeading = true;
    for (;;) {
      if (this.alone && document.hidden) {
        await new Promise(resolve => {
          this.wake = resolve;
          document.addEventListener('visibilitychange', resolve, { once: true });
        });
      }
      try {
        await this.readOnce();
      } catch (error) {
        if (error instanceof ApiError && (error.status === 401 || error.status === 403)) {
          this.tell({ kind: 'refused', why: error.message });
          this.dispatchEvent(new CustomEvent('refused', { detail: error.message }));
          return;
        }
      }
      this.lost();
      const pause = RETRY_MS[Math.min(this.tries++, RETRY_MS.length - 1)];
      await new Promise(resolve => setTimeout(resolve, pause));
    }
  }

  async readOnce() {
    await renew();
    this.abort = new AbortController();
    this.signAt = Date.now();
    const watch = setInterval(() => {
      if (Date.now() - this.signAt > SILENCE_MS) {
        this.abort.abort();
      }
    }, 5_000);
    try {
      // Without all rows there is no place to go on from.
      const answer = await openStream('/api/live', {
        signal: this.abort.signal,
        lastEventId: this.hasSnapshot ? this.lastId : null,
      });
      this.tries = 0;
      await readEvents(
        answer,
        event => {
          const change = { kind: event.event, id: event.id, data: JSON.parse(event.data) };
          this.take(change);
          this.tell(change);
        },
        () => {
          this.signAt = Date.now();
        },
      );
    } finally {
      clearInterval(watch);
    }
  }

  lost() {
    if (!this.lostAt) {
      this.lostAt = new Date();
      this.stoodStill = performance.now();
    }
    this.connected = false;
    this.tell({ kind: 'lost', at: this.lostAt.getTime() });
    this.dispatchEvent(new Event('state'));
  }

  tell(message) {
    this.channel?.postMessage(message);
  }

  heard(message) {
    if (message.kind === 'hello') {
      if (this.isLeading && this.hasSnapshot) {
        this.tell(this.whole());
        if (this.lostAt) {
          this.tell({ kind: 'lost', at: this.lostAt.getTime() });
        }
      }
    } else if (this.isLeading) {
      // Another tab that led until now: its last words are known here.
    } else if (message.kind === 'refused') {
      this.dispatchEvent(new CustomEvent('refused', { detail: message.why }));
    } else if (message.kind === 'lost') {
      this.connected = false;
      this.lostAt = new Date(message.at);
      this.stoodStill ??= performance.now();
      this.dispatchEvent(new Event('state'));
    } else {
      this.take(message);
    }
  }

  /** The state for a tab that has just been opened. */
  whole() {
    const set = Object.fromEntries(
      Object.entries(this.rows).map(([name, rows]) => [name, Object.fromEntries(rows)]),
    );
    const at = new Date(this.wall).toISOString();
    const data = {
      now: this.clock,
      at,
      topics: Object.keys(this.rows),
      set,
      you: this.you,
      version: this.version,
    };
    return { kind: 'snapshot', id: this.lastId, data };
  }

  take({ kind, id, data }) {
    this.serverAt = data.now;
    this.serverSeen = performance.now();
    this.lostAt = null;
    this.stoodStill = null;
    const isNew = !this.connected;
    this.connected = true;
    if (kind === 'snapshot') {
      if (this.hasSnapshot && run(id) !== run(this.lastId)) {
        this.underWay = new Map(this.rows.calls);
      }
      this.rows = Object.fromEntries(data.topics.map(name => [name, new Map()]));
      this.you = data.you;
      this.version = data.version;
      this.wallAhead = data.at ? Date.parse(data.at) - Date.now() : this.wallAhead;
      // Its pieces follow; only the last one has a number from which one could go on.
      this.lastId = id;
      this.hasSnapshot = !!data.set;
    } else {
      this.lastId = id ?? this.lastId;
      this.hasSnapshot ||= !!data.complete;
    }
    this.merge(data);
    if (this.hasSnapshot && this.underWay) {
      this.lose([...this.underWay.values()]);
      this.underWay = null;
    }
    if (isNew) {
      this.dispatchEvent(new Event('state'));
    }
    if (this.hasSnapshot) {
      this.dispatchEvent(new Event('change'));
    }
  }

  /** Another Belay answers: of the calls that the one before had only jobs go on. */
  lose(calls) {
    const lost = calls.filter(
      call => !this.topic('calls').has(call.id) && !this.topic('jobs').has(call.id),
    );
    this.lostCalls = [...this.lostCalls, ...lost].slice(-LOST_KEPT);
    if (lost.length > 0) {
      this.dispatchEvent(new CustomEvent('lost', { detail: lost.length }));
    }
  }

  merge(data) {
    for (const [name, rows] of Object.entries(data.set ?? {})) {
      const topic = this.topic(name);
      for (const [key, row] of Object.entries(rows)) {
        topic.set(key, { ...topic.get(key), ...row, key });
      }
    }
    for (const [name, keys] of Object.entries(data.gone ?? {})) {
      keys.forEach(key => this.topic(name).delete(key));
    }
    for (const ended of data.ended ?? []) {
      this.ended.push({ ...ended, seen: performance.now() });
    }
    this.endedCount += (data.ended?.length ?? 0) + (data.ended_more ?? 0);
    this.ended.splice(0, Math.max(0, this.ended.length - ENDED_KEPT));
    for (const [call, step] of Object.entries(data.stops ?? {})) {
      this.stops.delete(call);
      this.stops.set(call, step);
    }
    for (const call of [...this.stops.keys()].slice(0, Math.max(0, this.stops.size - ENDED_KEPT))) {
      this.stops.delete(call);
    }
  }
}

/** The run of the program that an id of an event is of. */
function run(id) {
  return id?.split('-')[0];
}
