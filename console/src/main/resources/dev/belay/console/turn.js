/** One turn of an agent, followed to its end over as many connections as it takes. */
import { ApiError, openStream } from './session.js';
import { readEvents } from './stream.js';

/** A stream says something every 15 s; after this long it is dead, whatever the socket says. */
const SILENCE_MS = 35_000;
const RETRY_MS = [250, 500, 1000, 2000, 3000];

/** How long the turn goes on without this page: through a reload, a tunnel, a locked phone. */
export const GRACE_MS = 60_000;

/** Follows a turn. `onEvent(name, data)` gets each of its events once and in order, `onAway(isAway)` says whether the connection is lost. */
export class FollowedTurn {
  constructor({ onEvent, onAway }) {
    this.onEvent = onEvent;
    this.onAway = onAway;
    /** Its id, once it is known. */
    this.id = null;
    this.isOver = false;
    this.isClosed = false;
    this.lastId = null;
    this.stopping = new AbortController();
  }

  /** Sends a message, and follows its turn until that has ended. Throws ApiError where none began. */
  async post(body) {
    await this.follow(signal => openStream('/api/sessions/stream', { method: 'POST', body: { ...body, disconnectGraceMs: GRACE_MS }, signal }));
  }

  /** Follows a turn that runs, from its first event on. Throws ApiError where there is none of that id. */
  async join(id) {
    this.id = id;
    await this.follow(signal => this.again(signal));
  }

  again(signal) {
    return openStream(`/api/turns/${encodeURIComponent(this.id)}/events`, { signal, lastEventId: this.lastId });
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
        throw new ApiError(0, 'The connection broke before the answer began; it is not known whether the message arrived');
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
      await readEvents(answer, event => this.take(event), () => { signAt = Date.now(); });
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
    const timer = setTimeout(() => { document.removeEventListener('visibilitychange', end); resolve(); }, millis);
    document.addEventListener('visibilitychange', end);
  });
}
