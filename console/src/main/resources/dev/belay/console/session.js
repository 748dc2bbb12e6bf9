/** Who one is here: the token of this browser, requests with it, and ways in. */

const TOKEN = 'belay.token';
const RENEW_AFTER_MS = 60 * 60 * 1000;

/** A request that did not do what was asked; `status` is 0 where nobody answered. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {string} message
   * @param {any} body of the answer, if it is JSON
   */
  constructor(status, message, body = null) {
    super(message);
    this.status = status;
    this.body = body;
  }
}

/**
 * What is known of something that was thrown; `status` is 0 for all but answers of the gateway.
 *
 * @param {unknown} error
 */
export function troubleOf(error) {
  return {
    status: error instanceof ApiError ? error.status : 0,
    message: error instanceof Error ? error.message : String(error),
  };
}

/** @type {(why: string) => void} */
let refused = () => {};

/**
 * Has `act` told where a request's token does not count.
 *
 * @param {(why: string) => void} act
 */
export function onRefused(act) {
  refused = act;
}

export function token() {
  return localStorage.getItem(TOKEN);
}

export function signOut() {
  localStorage.removeItem(TOKEN);
  localStorage.removeItem(TOKEN + '.at');
  location.reload();
}

/** @param {string} text */
function keep(text) {
  localStorage.setItem(TOKEN, text);
  localStorage.setItem(TOKEN + '.at', String(Date.now()));
}

/**
 * The headers of every request.
 *
 * @param {Record<string, string>} more
 */
export function headers(more = {}) {
  const known = token();
  return known ? { ...more, Authorization: `Bearer ${known}` } : more;
}

/**
 * @param {string} path
 * @param {RequestInit} options
 */
async function asked(path, options) {
  try {
    return await fetch(path, {
      ...options,
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') {
      throw error;
    }
    throw new ApiError(0, 'Belay does not answer');
  }
}

/**
 * A request; a `body` is sent as JSON.
 *
 * @typedef {{
 *   method?: string,
 *   body?: object,
 *   signal?: AbortSignal,
 *   lastEventId?: string | null,
 * }} Asked
 */

/**
 * Asks `/api`, and gives its JSON answer. Throws ApiError.
 *
 * @param {string} path
 * @param {Asked} asked
 * @returns {Promise<any>}
 */
export async function api(path, { method = 'GET', body, signal } = {}) {
  /** @type {Record<string, string>} */
  const more = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const answer = await asked(path, {
    method,
    headers: headers(more),
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  });
  const text = await answer.text();
  let json = null;
  try {
    json = text ? JSON.parse(text) : null;
  } catch {
    // A page of a proxy, say: its status must do.
  }
  if (!answer.ok) {
    if (answer.status === 401) {
      refused(json?.error_description ?? json?.error ?? 'The token counts no longer.');
    }
    throw new ApiError(
      answer.status,
      json?.error_description ?? json?.error ?? `HTTP ${answer.status}`,
      json,
    );
  }
  return json;
}

/**
 * Opens a stream of events; the answer's body is read by `readEvents`. Throws ApiError.
 *
 * @param {string} path
 * @param {Asked} asked
 */
export async function openStream(path, { method = 'GET', body, signal, lastEventId } = {}) {
  /** @type {Record<string, string>} */
  const more = { Accept: 'text/event-stream' };
  if (body !== undefined) {
    more['Content-Type'] = 'application/json';
  }
  if (lastEventId) {
    more['Last-Event-ID'] = lastEventId;
  }
  const answer = await asked(path, {
    method,
    headers: headers(more),
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  });
  if (!answer.ok) {
    let json = null;
    try {
      json = await answer.json();
    } catch {
      // As above.
    }
    throw new ApiError(
      answer.status,
      json?.error_description ?? json?.error ?? `HTTP ${answer.status}`,
      json,
    );
  }
  return answer;
}

/**
 * Trades the code of a link (`/#k=CODE`) for a token; the fragment goes from the address at once.
 */
export async function takeLink() {
  const code = new URLSearchParams(location.hash.slice(1)).get('k');
  if (!code) {
    return null;
  }
  history.replaceState(null, '', location.pathname + location.search);
  try {
    keep((await api('/api/session', { method: 'POST', body: { code } })).token);
    return null;
  } catch (error) {
    return troubleOf(error).message;
  }
}

/**
 * Keeps a token that a person typed; what no header can have is no token.
 *
 * @param {string} text
 */
export function useToken(text) {
  keep(text.trim().replace(/[^\x21-\x7e]/g, ''));
}

/** Asks for a new token well before that of a link ends; others are their issuer's matter. */
export async function renew() {
  const known = token();
  if (
    !known?.startsWith('console.') ||
    Date.now() - Number(localStorage.getItem(TOKEN + '.at')) < RENEW_AFTER_MS
  ) {
    return;
  }
  try {
    keep((await api('/api/session', { method: 'POST', body: {} })).token);
  } catch {
    // The next try comes; at its end the token is asked for again.
  }
}
