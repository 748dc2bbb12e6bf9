/**
 * What this browser remembers of conversations: their list, and the turns that this tab follows.
 */

const LIST = 'belay.chats';
const RUNNING = 'belay.chat.turns';
const MOST_LISTED = 100;

function stored(storage, place, otherwise) {
  try {
    return JSON.parse(storage.getItem(place)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function store(storage, place, value) {
  try {
    storage.setItem(place, JSON.stringify(value));
  } catch {
    // Full, or switched off: the page works without.
  }
}

/** The conversations, the latest first: `{agent, session, name, last}`. */
export function listed() {
  const all = stored(localStorage, LIST, []);
  return Array.isArray(all)
    ? all.filter(one => one && typeof one.agent === 'string' && typeof one.session === 'string')
    : [];
}

/** Puts a conversation first, with its last words; its first question names it. */
export function keep(agent, session, question, answer) {
  const all = listed();
  const known = all.find(one => one.agent === agent && one.session === session);
  const one = known ?? { agent, session, name: short(question ?? session) };
  one.last = short(answer || question || one.last || '');
  store(localStorage, LIST, [one, ...all.filter(other => other !== known)].slice(0, MOST_LISTED));
}

export function drop(agent, session) {
  store(
    localStorage,
    LIST,
    listed().filter(one => one.agent !== agent || one.session !== session),
  );
}

function short(text) {
  const line = text.slice(0, 500).trim().replace(/\s+/g, ' ');
  return line.length > 60 ? line.slice(0, 60) + '…' : line;
}

/** The id of the turn that answers in a conversation, so that a reload comes back to it. */
export function runningTurn(agent, session) {
  return stored(sessionStorage, RUNNING, {})[`${agent}/${session}`] ?? null;
}

export function rememberTurn(agent, session, turnId) {
  const all = stored(sessionStorage, RUNNING, {});
  if (turnId) {
    all[`${agent}/${session}`] = turnId;
  } else {
    delete all[`${agent}/${session}`];
  }
  store(sessionStorage, RUNNING, all);
}

/** A name for a new conversation, which nobody guesses. */
export function newName() {
  return (
    'chat-' +
    Array.from(crypto.getRandomValues(new Uint8Array(8)), byte =>
      byte.toString(16).padStart(2, '0'),
    ).join('')
  );
}
