/**
 * What this browser remembers of conversations: their list, and the turns that this tab follows.
 */

import { shortened } from './hidden.js';

const LIST = 'belay.chats';
const RUNNING = 'belay.chat.turns';
const MOST_LISTED = 100;
const LONGEST_NAME = 60;

/**
 * A conversation: its agent and its own name, its first question, and its last words.
 *
 * @typedef {{ agent: string, session: string, name: string, last?: string }} Listed
 */

/**
 * @param {Storage} storage
 * @param {string} place
 * @returns {any} null where nothing is kept that could be read
 */
function stored(storage, place) {
  try {
    return JSON.parse(storage.getItem(place) ?? 'null');
  } catch {
    return null;
  }
}

/**
 * @param {Storage} storage
 * @param {string} place
 * @param {unknown} value
 */
function store(storage, place, value) {
  try {
    storage.setItem(place, JSON.stringify(value));
  } catch {
    // Full, or switched off: the page works without.
  }
}

/**
 * The conversations, the latest first.
 *
 * @returns {Listed[]}
 */
export function listed() {
  const all = stored(localStorage, LIST);
  return Array.isArray(all)
    ? all.filter(one => one && typeof one.agent === 'string' && typeof one.session === 'string')
    : [];
}

/**
 * Puts a conversation first, with its last words; its first question names it.
 *
 * @param {string} agent
 * @param {string} session
 * @param {string | null} question
 * @param {string} answer
 */
export function keep(agent, session, question, answer) {
  const all = listed();
  const known = all.find(one => one.agent === agent && one.session === session);
  /** @type {Listed} */
  const one = known ?? { agent, session, name: short(question ?? session) };
  one.last = short(answer || question || one.last || '');
  store(localStorage, LIST, [one, ...all.filter(other => other !== known)].slice(0, MOST_LISTED));
}

/**
 * @param {string} agent
 * @param {string} session
 */
export function drop(agent, session) {
  store(
    localStorage,
    LIST,
    listed().filter(one => one.agent !== agent || one.session !== session),
  );
}

/** @param {string} text */
function short(text) {
  return shortened(text.slice(0, 500).trim().replace(/\s+/g, ' '), LONGEST_NAME);
}

/**
 * The id of the turn that answers in a conversation, so that a reload comes back to it.
 *
 * @param {string} agent
 * @param {string} session
 * @returns {string | null}
 */
export function runningTurn(agent, session) {
  return running()[`${agent}/${session}`] ?? null;
}

/** @returns {Record<string, string>} */
function running() {
  return stored(sessionStorage, RUNNING) ?? {};
}

/**
 * @param {string} agent
 * @param {string} session
 * @param {string | null} turnId null for none
 */
export function rememberTurn(agent, session, turnId) {
  const all = running();
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
