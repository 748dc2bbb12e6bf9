/** Streams of events that outlive their connections, out of answers of fetch, which unlike
 * EventSource sends a token and shows refusals. */

/** A stream says something every 15 s; after this long it is dead, whatever the socket says. */
const SILENCE_MS = 35_000;
const LOOK_MS = 5_000;

/** The pauses before tries without an event between them. */
const RETRY_MS = [250, 500, 1000, 2000, 3000];

/** @typedef {{ id: string | null, event: string, data: string }} ServerEvent */

/**
 * Reads events until the stream ends.
 *
 * @param {Response} answer
 * @param {(event: ServerEvent) => void} onEvent
 * @param {() => void} onSign gets each sign of life, comments too
 */
export async function readEvents(answer, onEvent, onSign = () => {}) {
  if (!answer.body) {
    return;
  }
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  /** @type {string | null} */
  let id = null;
  let name = 'message';
  /** @type {string[]} */
  let data = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      return;
    }
    onSign();
    rest += value;
    let from = 0;
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n', from)) {
      const line = rest.slice(from, end).replace(/\r$/, '');
      from = end + 1;
      if (line === '') {
        if (data.length > 0) {
          onEvent({ id, event: name, data: data.join('\n') });
        }
        name = 'message';
        data = [];
      } else if (!line.startsWith(':')) {
        const colon = line.indexOf(':');
        const field = colon < 0 ? line : line.slice(0, colon);
        const text = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
        if (field === 'id') {
          id = text;
        } else if (field === 'event') {
          name = text;
        } else if (field === 'data') {
          data.push(text);
        }
      }
    }
    rest = rest.slice(from);
  }
}

/** One stream over as many connections as it takes, until it is closed or refused. */
export class Feed {
  /**
   * @param {{
   *   open: (signal: AbortSignal) => Promise<Response>,
   *   onEvent: (event: ServerEvent) => void,
   *   onLost: (failure: unknown) => void,
   *   onOpen?: () => void,
   *   onSign?: () => void,
   *   restsHidden?: boolean,
   * }} options `onLost` gets why a connection ended, null where the stream just did; it closes the
   *     feed, or throws, where trying again is in vain. A feed that `restsHidden` has no connection
   *     while nobody looks at this page.
   */
  constructor({
    open,
    onEvent,
    onLost,
    onOpen = () => {},
    onSign = () => {},
    restsHidden = false,
  }) {
    this.open = open;
    this.onEvent = onEvent;
    this.onLost = onLost;
    this.onOpen = onOpen;
    this.onSign = onSign;
    this.restsHidden = restsHidden;
    this.isClosed = false;
    /** Tries since the last event. */
    this.tries = 0;
    this.connection = new AbortController();
  }

  /** Reads until it is closed; throws what `onLost` throws. */
  async follow() {
    while (!this.isClosed) {
      if (this.restsHidden && document.hidden) {
        await shown();
      }
      /** @type {unknown} */
      let failure = null;
      try {
        await this.read();
      } catch (error) {
        failure = error;
      }
      if (this.isClosed) {
        return;
      }
      this.onLost(failure);
      if (!this.isClosed) {
        await shown(RETRY_MS[Math.min(this.tries++, RETRY_MS.length - 1)]);
      }
    }
  }

  /** Reads one connection until it ends. */
  async read() {
    const connection = (this.connection = new AbortController());
    let signAt = Date.now();
    const look = () => {
      if ((this.restsHidden && document.hidden) || Date.now() - signAt > SILENCE_MS) {
        connection.abort();
      }
    };
    const watch = setInterval(look, LOOK_MS);
    document.addEventListener('visibilitychange', look);
    try {
      const answer = await this.open(connection.signal);
      signAt = Date.now();
      this.onOpen();
      await readEvents(
        answer,
        event => {
          if (!this.isClosed) {
            this.tries = 0;
            this.onEvent(event);
          }
        },
        () => {
          signAt = Date.now();
          this.onSign();
        },
      );
    } finally {
      clearInterval(watch);
      document.removeEventListener('visibilitychange', look);
    }
  }

  /** Follows it no more. */
  close() {
    this.isClosed = true;
    this.connection.abort();
  }
}

/**
 * Waits until somebody begins to look at this page, but no longer than so many milliseconds.
 *
 * @param {number} [most]
 * @returns {Promise<void>}
 */
function shown(most) {
  return new Promise(resolve => {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const end = () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onChange);
      resolve();
    };
    const onChange = () => {
      if (!document.hidden) {
        end();
      }
    };
    document.addEventListener('visibilitychange', onChange);
    if (most !== undefined) {
      timer = setTimeout(end, most);
    }
  });
}
