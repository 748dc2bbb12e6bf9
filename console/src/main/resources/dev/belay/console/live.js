/** What happens now: one stream for all tabs of a browser, kept as rows by topic. */
import { Feed } from './feed.js';
import { ApiError, openStream, renew } from './session.js';

const ENDED_KEPT = 2_000;
const LOST_KEPT = 200;

/** How often it is looked whether the token needs another one. */
const RENEW_MS = 600_000;

/**
 * An event of the feed.
 *
 * @typedef {{ kind: 'snapshot' | 'change', id: string | null, data: FeedData }} Change
 */

/**
 * What the tabs of a browser tell each other: one has the stream.
 *
 * @typedef {Change
 *   | { kind: 'hello' }
 *   | { kind: 'lost', at: number }
 *   | { kind: 'refused', why: string }} Told
 */

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
    /** @type {Partial<Topics>} */
    this.rows = {};
    /** @type {EndedCall[]} */
    this.ended = [];
    /** How many calls ended since this page was opened, kept or not. */
    this.endedCount = 0;
    /** @type {Map<string, string>} */
    this.stops = new Map();
    /**
     * Calls that were under way when the Belay before this one ended.
     *
     * @type {CallRow[]}
     */
    this.lostCalls = [];
    /**
     * The calls of which a new Belay has not told yet whether they go on.
     *
     * @type {CallRow[] | null}
     */
    this.underWay = null;
    /** @type {You | null} */
    this.you = null;
    /** @type {string | undefined} */
    this.version = undefined;
    /** @type {string | null} */
    this.lastId = null;
    this.isLeading = false;
    /** @type {BroadcastChannel | null} */
    this.channel = null;
    this.connected = false;
    this.hasSnapshot = false;
    /**
     * Since when there is no connection; null while there is one.
     *
     * @type {Date | null}
     */
    this.lostAt = null;
    /**
     * The same, by the clock of this page.
     *
     * @type {number | null}
     */
    this.stoodStill = null;
    this.serverAt = 0;
    this.wallAhead = 0;
    this.serverSeen = performance.now();
  }

  /**
   * The rows of a topic.
   *
   * @template {keyof Topics} K
   * @param {K} name
   * @returns {Topics[K]}
   */
  topic(name) {
    return (this.rows[name] ??= /** @type {Topics[K]} */ (new Map()));
  }

  /** The moment of the server's clock now, in seconds, as `since` and `beat_at` of rows have it. */
  get clock() {
    return this.serverAt + (this.now() - this.serverSeen) / 1000;
  }

  /** The time of day of the gateway, in milliseconds: that of a phone may be another. */
  get wall() {
    return Date.now() + this.wallAhead;
  }

  /**
   * Seconds since a moment of the server's clock.
   *
   * @param {number} moment
   */
  since(moment) {
    return Math.max(0, this.clock - moment);
  }

  /** The moment that times are shown for: it stands still without a connection. */
  now() {
    return this.lostAt && this.stoodStill ? this.stoodStill : performance.now();
  }

  begin() {
    setInterval(renew, RENEW_MS);
    if (!navigator.locks || !('BroadcastChannel' in window)) {
      this.lead(true);
      return;
    }
    this.channel = new BroadcastChannel('belay.live');
    this.channel.onmessage = event => this.heard(event.data);
    this.channel.postMessage({ kind: 'hello' });
    navigator.locks.request('belay.live', () => this.lead(false));
  }

  /**
   * Reads the stream for as long as this page lives, or until it is refused.
   *
   * @param {boolean} isAlone whether no other tab reads along
   */
  async lead(isAlone) {
    this.isLeading = true;
    const feed = new Feed({
      open: async signal => {
        await renew();
        // Without all rows there is no place to go on from.
        return openStream('/api/live', {
          signal,
          lastEventId: this.hasSnapshot ? this.lastId : null,
        });
      },
      onEvent: event => {
        /** @type {Change} */
        const change = {
          kind: event.event === 'snapshot' ? 'snapshot' : 'change',
          id: event.id,
          data: JSON.parse(event.data),
        };
        this.take(change);
        this.tell(change);
      },
      onLost: failure => {
        if (failure instanceof ApiError && (failure.status === 401 || failure.status === 403)) {
          this.tell({ kind: 'refused', why: failure.message });
          this.dispatchEvent(new CustomEvent('refused', { detail: failure.message }));
          feed.close();
        } else {
          this.lost();
        }
      },
      restsHidden: isAlone,
    });
    await feed.follow();
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

  /**
   * Tells the other tabs.
   *
   * @param {Told} message
   */
  tell(message) {
    this.channel?.postMessage(message);
  }

  /** @param {Told} message */
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

  /**
   * The state for a tab that has just been opened.
   *
   * @returns {Change}
   */
  whole() {
    const set = Object.fromEntries(
      Object.entries(this.rows).map(([name, rows]) => [name, Object.fromEntries(rows)]),
    );
    const at = new Date(this.wall).toISOString();
    const data = {
      now: this.clock,
      at,
      topics: /** @type {(keyof Topics)[]} */ (Object.keys(this.rows)),
      set,
      you: this.you ?? undefined,
      version: this.version,
    };
    return { kind: 'snapshot', id: this.lastId, data };
  }

  /** @param {Change} change */
  take({ kind, id, data }) {
    this.serverAt = data.now;
    this.serverSeen = performance.now();
    this.lostAt = null;
    this.stoodStill = null;
    const isNew = !this.connected;
    this.connected = true;
    if (kind === 'snapshot') {
      if (this.hasSnapshot && run(id) !== run(this.lastId)) {
        this.underWay = [...this.topic('calls').values()];
      }
      this.rows = Object.fromEntries((data.topics ?? []).map(name => [name, new Map()]));
      this.you = data.you ?? null;
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
      this.lose(this.underWay);
      this.underWay = null;
    }
    if (isNew) {
      this.dispatchEvent(new Event('state'));
    }
    if (this.hasSnapshot) {
      this.dispatchEvent(new Event('change'));
    }
  }

  /**
   * Another Belay answers: of the calls that the one before had only jobs go on.
   *
   * @param {CallRow[]} calls
   */
  lose(calls) {
    const lost = calls.filter(
      call => !this.topic('calls').has(call.id) && !this.topic('jobs').has(call.id),
    );
    this.lostCalls = [...this.lostCalls, ...lost].slice(-LOST_KEPT);
    if (lost.length > 0) {
      this.dispatchEvent(new CustomEvent('lost', { detail: lost.length }));
    }
  }

  /**
   * The rows of a topic that the feed names.
   *
   * @param {string} name
   */
  rowsOf(name) {
    return /** @type {Map<string, object>} */ (this.topic(/** @type {keyof Topics} */ (name)));
  }

  /** @param {FeedData} data */
  merge(data) {
    for (const [name, rows] of Object.entries(data.set ?? {})) {
      const topic = this.rowsOf(name);
      for (const [key, row] of Object.entries(rows)) {
        topic.set(key, { ...topic.get(key), ...row, key });
      }
    }
    for (const [name, keys] of Object.entries(data.gone ?? {})) {
      keys.forEach(key => this.rowsOf(name).delete(key));
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

/**
 * The run of the program that an id of an event is of.
 *
 * @param {string | null} id
 */
function run(id) {
  return id?.split('-')[0];
}
