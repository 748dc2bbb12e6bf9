/** Who one is here: the token of this browser, requests with it, and ways in. */

const TOKEN = 'belay.token';
const RENEW_AFTER_MS = 60 * 60 * 1000;

/** A request that did not do what was asked; `status` is 0 where nobody answered. */
export class ApiError extends Error {
  constructor(status, message, body = null) {
    super(message);
    this.status = status;
    this.body = body;
  }
}

let refused = () => {};

/** Has `act` told where a request's token does not count. */
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

function keep(text) {
  localStorage.setItem(TOKEN, text);
  localStorage.setItem(TOKEN + '.at', String(Date.now()));
}

/** The headers of every request. */
export function headers(more = {}) {
  const known = token();
  return known ? { ...more, Authorization: `Bearer ${known}` } : more;
}

async function asked(path, options) {
  try {
    return await fetch(path, {
      ...options,
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
    });
  } catch (error) {
    if (error.name === 'AbortError') {
      throw error;
    }
    throw new ApiError(0, 'Belay does not answer');
  }
}

/** Asks `/api`, with a JSON `body` if there is one, and gives its JSON answer. Throws ApiError. */
export async function api(path, { method = 'GET', body, signal } = {}) {
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

/** Opens a stream of events; the answer's body is read by `readEvents`. Throws ApiError. */
export async function openStream(path, { method = 'GET', body, signal, lastEventId } = {}) {
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
    return error.message;
  }
}

/** Keeps a token that a person typed; what no header can have is no token. */
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
