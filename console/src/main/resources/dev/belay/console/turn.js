/**
 * Turns of agents: followed to their end over as many connections as it takes, or kept alive while
 * something else is shown.
 */
import { Feed, readEvents } from './feed.js';
import { ApiError, openStream, troubleOf } from './session.js';

/** How long the turn goes on without this page: through a reload, a tunnel, a locked phone. */
const GRACE_MS = 60_000;

/** A browser has six connections for all of Belay, and each stream takes one. */
const MOST_HELD = 2;

/** Turns without a stream are touched this often: twice within their grace. */
const TOUCH_MS = GRACE_MS / 2;
const TOUCH_LIMIT_MS = 10_000;
const LOOK_MS = 5_000;

/** @param {string} id */
function eventsOf(id) {
  return `/api/turns/${encodeURIComponent(id)}/events`;
}

/**
 * Follows a turn: its events come once and in order.
 *
 * @typedef {(name: string, data: any) => void} OnTurnEvent
 */
export class FollowedTurn {
  /**
   * @param {{
   *   onEvent?: OnTurnEvent,
   *   onAway?: (isAway: boolean) => void,
   *   onSign?: () => void,
   * }} options `onAway` gets whether the connection is lost, `onSign` each sign of life
   */
  constructor({ onEvent = () => {}, onAway = () => {}, onSign = () => {} }) {
    this.onEvent = onEvent;
    this.onAway = onAway;
    /**
     * Its id, once it is known.
     *
     * @type {string | null}
     */
    this.id = null;
    this.isOver = false;
    this.isAway = false;
    /** @type {string | null} */
    this.lastId = null;
    /** @type {object | null} */
    this.message = null;
    this.feed = new Feed({
      open: signal => this.open(signal),
      onOpen: () => this.away(false),
      onEvent: event => this.take(event),
      onLost: failure => this.lost(failure),
      onSign,
    });
  }

  /**
   * Sends a message, and follows its turn until that has ended. Throws ApiError where none began.
   *
   * @param {object} message
   */
  async post(message) {
    this.message = message;
    await this.feed.follow();
  }

  /**
   * Follows a turn that runs, from its first event on, or from the one after `lastId`. Throws
   * ApiError where there is none of that id.
   *
   * @param {string} id
   * @param {string | null} lastId
   */
  async join(id, lastId = null) {
    this.id = id;
    this.lastId = lastId;
    await this.feed.follow();
  }

  /** @param {AbortSignal} signal */
  open(signal) {
    if (this.id) {
      return openStream(eventsOf(this.id), { signal, lastEventId: this.lastId });
    }
    return openStream('/api/sessions/stream', {
      method: 'POST',
      body: { ...this.message, disconnectGraceMs: GRACE_MS },
      signal,
    });
  }

  /** @param {import('./feed.js').ServerEvent} event */
  take({ id, event, data }) {
    this.lastId = id ?? this.lastId;
    const fields = JSON.parse(data);
    if (event === 'turn_start') {
      this.id = fields.turnId;
    }
    if (event === 'turn_complete' || event === 'turn_abort') {
      this.isOver = true;
    }
    this.onEvent(event, fields);
  }

  /** @param {unknown} failure */
  lost(failure) {
    // A refusal is final; a proxy's word about a server that is away is none.
    const isRefusal = failure instanceof ApiError && failure.status > 0 && failure.status < 500;
    if (failure && (!this.id || isRefusal)) {
      throw failure;
    }
    if (this.isOver) {
      this.close();
      return;
    }
    if (!this.id) {
      throw new ApiError(
        0,
        'The connection broke before the answer began; it is not known whether the message arrived',
      );
    }
    this.away(true);
  }

  /** @param {boolean} isAway */
  away(isAway) {
    if (isAway !== this.isAway) {
      this.isAway = isAway;
      this.onAway(isAway);
    }
  }

  /** Follows it no more; the turn itself goes on for its grace. */
  close() {
    this.feed.close();
  }
}

/**
 * A turn that was left: the last id of its events here, when it was last touched, and its stream,
 * if it has one.
 *
 * @typedef {{ lastId: string | null, touchedAt: number, stream: FollowedTurn | null }} LeftTurn
 */

/**
 * Turns that go on while something else is shown. Two have a stream; the others are touched, so
 * that they are not left alone.
 */
class LeftTurns {
  constructor() {
    /** @type {Map<string, LeftTurn>} */
    this.turns = new Map();
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
    this.isLooking = false;
  }

  /**
   * Keeps a turn alive until its end, or until it is shown again.
   *
   * @param {string} id
   * @param {string | null} lastId
   */
  add(id, lastId) {
    if (!this.turns.has(id)) {
      this.turns.set(id, { lastId, touchedAt: Date.now(), stream: null });
      this.timer ??= setInterval(() => this.look(), LOOK_MS);
      this.hold();
    }
  }

  /**
   * It has ended, or somebody else follows it.
   *
   * @param {string} id
   */
  remove(id) {
    this.turns.get(id)?.stream?.close();
    this.turns.delete(id);
    this.hold();
    if (this.turns.size === 0) {
      clearInterval(this.timer);
      this.timer = undefined;
    }
  }

  /** Gives the free streams to the turns that were left first. */
  hold() {
    const all = [...this.turns];
    const free = MOST_HELD - all.filter(([, one]) => one.stream).length;
    all
      .filter(([, one]) => !one.stream)
      .slice(0, free)
      .forEach(([id, one]) => this.follow(id, one));
  }

  /**
   * @param {string} id
   * @param {LeftTurn} one
   */
  async follow(id, one) {
    // Timers of a hidden page may stand still for a minute: what comes on a stream does not.
    one.stream = new FollowedTurn({ onSign: () => this.look() });
    try {
      await one.stream.join(id, one.lastId);
    } catch {
      // The gateway no longer knows it, or us.
    }
    if (this.turns.get(id) === one) {
      this.remove(id);
    }
  }

  /** Touches what is due, one after the other. */
  async look() {
    if (this.isLooking) {
      return;
    }
    this.isLooking = true;
    for (const [id, one] of this.turns) {
      if (!one.stream && Date.now() - one.touchedAt >= TOUCH_MS) {
        await this.touch(id, one);
      }
    }
    this.isLooking = false;
  }

  /**
   * Reads the first event: for the gateway, its client was here.
   *
   * @param {string} id
   * @param {LeftTurn} one
   */
  async touch(id, one) {
    const connection = new AbortController();
    const limit = setTimeout(() => connection.abort(), TOUCH_LIMIT_MS);
    try {
      await readEvents(await openStream(eventsOf(id), { signal: connection.signal }), () => {
        one.touchedAt = Date.now();
        connection.abort();
      });
    } catch (error) {
      // Reading ends by its own abort; what else failed is tried again at the next look.
      if (troubleOf(error).status === 404 && this.turns.get(id) === one) {
        this.remove(id);
      }
    } finally {
      clearTimeout(limit);
    }
  }
}

export const leftTurns = new LeftTurns();
