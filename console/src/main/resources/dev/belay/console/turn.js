/**
 * Turns of agents: followed to their end over as many connections as it takes, or kept alive while
 * something else is shown.
 */
import { ApiError, openStream } from './session.js';
import { readEvents } from './stream.js';

/** A stream says something every 15 s; after this long it is dead, whatever the socket says. */
const SILENCE_MS = 35_000;
const RETRY_MS = [250, 500, 1000, 2000, 3000];

/** How long the turn goes on without this page: through a reload, a tunnel, a locked phone. */
const GRACE_MS = 60_000;

/** A browser has six connections for all of Belay, and each stream takes one. */
const MOST_HELD = 2;

/** Turns without a stream are touched this often: twice within their grace. */
const TOUCH_MS = GRACE_MS / 2;
const TOUCH_LIMIT_MS = 10_000;
const LOOK_MS = 5_000;

function eventsOf(id) {
  return `/api/turns/${encodeURIComponent(id)}/events`;
}

/**
 * Follows a turn. `onEvent(name, data)` gets each of its events once and in order, `onAway(isAway)`
 * says whether the connection is lost, and `onSign()` gets each sign of life.
 */
export class FollowedTurn {
  constructor({ onEvent = () => {}, onAway = () => {}, onSign = () => {} }) {
    this.onEvent = onEvent;
    this.onAway = onAway;
    this.onSign = onSign;
    /** Its id, once it is known. */
    this.id = null;
    this.isOver = false;
    this.isClosed = false;
    this.lastId = null;
    this.stopping = new AbortController();
  }

  /**
   * Sends a message, and follows its turn until that has ended. Throws ApiError where none began.
   */
  async post(body) {
    await this.follow(signal =>
      openStream('/api/sessions/stream', {
        method: 'POST',
        body: { ...body, disconnectGraceMs: GRACE_MS },
        signal,
      }),
    );
  }

  /**
   * Follows a turn that runs, from its first event on, or from the one after `lastId`. Throws
   * ApiError where there is none of that id.
   */
  async join(id, lastId = null) {
    this.id = id;
    this.lastId = lastId;
    await this.follow(signal => this.again(signal));
  }

  again(signal) {
    return openStream(eventsOf(this.id), { signal, lastEventId: this.lastId });
  }

  async follow(open) {
    let tries = 0;
    let isAway = false;
    const away = now => {
      if (now !== isAway) {
        isAway = now;
        this.onAway(now);
      }
    };
    for (;;) {
      const before = this.lastId;
      try {
        await this.read(open, () => away(false));
      } catch (error) {
        if (this.isClosed) {
          return;
        }
        // A refusal is final; a proxy's word about a server that is away is none.
        const isRefusal = error instanceof ApiError && error.status > 0 && error.status < 500;
        if (!this.id || isRefusal) {
          throw error;
        }
      }
      if (this.isOver || this.isClosed) {
        return;
      }
      if (!this.id) {
        throw new ApiError(
          0,
          'The connection broke before the answer began; it is not known whether the message arrived',
        );
      }
      away(true);
      open = signal => this.again(signal);
      tries = this.lastId === before ? tries + 1 : 0;
      await pause(RETRY_MS[Math.min(tries, RETRY_MS.length - 1)]);
    }
  }

  /** Reads one connection until it ends. */
  async read(open, onOpen) {
    const connection = new AbortController();
    const stop = () => connection.abort();
    let signAt = Date.now();
    const check = () => {
      if (Date.now() - signAt > SILENCE_MS) {
        stop();
      }
    };
    const watch = setInterval(check, 5_000);
    document.addEventListener('visibilitychange', check);
    this.stopping.signal.addEventListener('abort', stop);
    try {
      if (this.isClosed) {
        return;
      }
      const answer = await open(connection.signal);
      signAt = Date.now();
      onOpen();
      await readEvents(
        answer,
        event => this.take(event),
        () => {
          signAt = Date.now();
          this.onSign();
        },
      );
    } finally {
      clearInterval(watch);
      document.removeEventListener('visibilitychange', check);
      this.stopping.signal.removeEventListener('abort', stop);
    }
  }

  take({ id, event, data }) {
    if (this.isClosed) {
      return;
    }
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

  /** Follows it no more; the turn itself goes on for its grace. */
  close() {
    this.isClosed = true;
    this.stopping.abort();
  }
}

/**
 * Turns that go on while something else is shown. Two have a stream; the others are touched, so
 * that they are not left alone.
 */
class LeftTurns {
  constructor() {
    /**
     * By id: the `lastId` of its events here, when it was last `touchedAt`, and its `stream`, if it
     * has one.
     */
    this.turns = new Map();
    this.timer = null;
    this.isLooking = false;
  }

  /** Keeps a turn alive until its end, or until it is shown again. */
  add(id, lastId) {
    if (!this.turns.has(id)) {
      this.turns.set(id, { lastId, touchedAt: Date.now(), stream: null });
      this.timer ??= setInterval(() => this.look(), LOOK_MS);
      this.hold();
    }
  }

  /** It has ended, or somebody else follows it. */
  remove(id) {
    this.turns.get(id)?.stream?.close();
    this.turns.delete(id);
    this.hold();
    if (this.turns.size === 0) {
      clearInterval(this.timer);
      this.timer = null;
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

  /** Reads the first event: for the gateway, its client was here. */
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
      if (error.status === 404 && this.turns.get(id) === one) {
        this.remove(id);
      }
    } finally {
      clearTimeout(limit);
    }
  }
}

export const leftTurns = new LeftTurns();

/** Waits, but no longer than until somebody looks at this page again. */
function pause(millis) {
  return new Promise(resolve => {
    const end = () => {
      if (!document.hidden) {
        clearTimeout(timer);
        document.removeEventListener('visibilitychange', end);
        resolve();
      }
    };
    const timer = setTimeout(() => {
      document.removeEventListener('visibilitychange', end);
      resolve();
    }, millis);
    document.addEventListener('visibilitychange', end);
  });
}
