/** Words and figures for people, without a page: durations, numbers, states and ends of calls. */

/** From these many seconds on a running call is slow, and very slow (S1-69). */
const SLOW_S = 10;
const VERY_SLOW_S = 30;

/**
 * A duration as a person reads it: `0.4 s`, `12 s`, `3:07`, `2:03:09`; nothing where it is not
 * known.
 *
 * @param {number | null | undefined} seconds
 */
export function duration(seconds) {
  if (seconds === null || seconds === undefined) {
    return '';
  }
  return seconds < 10 ? `${seconds.toFixed(1)} s` : clock(seconds);
}

/**
 * A duration without parts of seconds: `4 s`, `3:07`.
 *
 * @param {number} seconds
 */
export function clock(seconds) {
  const whole = Math.floor(seconds);
  if (whole < 60) {
    return `${whole} s`;
  }
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const rest = two(whole % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** @param {number} number */
function two(number) {
  return String(number).padStart(2, '0');
}

/**
 * `1 call`, `2 calls`.
 *
 * @param {number} number
 * @param {string} one
 */
export function count(number, one, many = one + 's') {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}

/**
 * Bytes as `812 B`, `4.1 KiB`, `3.0 MiB`.
 *
 * @param {number} size
 */
export function bytes(size) {
  if (size < 1024) {
    return `${size} B`;
  }
  return size < 1048576 ? `${(size / 1024).toFixed(1)} KiB` : `${(size / 1048576).toFixed(1)} MiB`;
}

/**
 * The word for how long a call has run, and its colour; the word is there for those who see no
 * colours.
 *
 * @param {number} seconds
 * @returns {{ word: string, kind: string }}
 */
export function pace(seconds) {
  if (seconds < SLOW_S) {
    return { word: '', kind: 'good' };
  }
  return seconds <= VERY_SLOW_S
    ? { word: '▲ slow', kind: 'warn' }
    : { word: '▲ very slow', kind: 'bad' };
}

/**
 * How a call ended, as `look` has it: a result that reports an error is none of a success.
 *
 * @param {{ outcome?: string, detail?: string }} call
 */
export function ending(call) {
  return call.outcome === 'completed' && call.detail === 'error' ? 'error' : call.outcome;
}

/** @type {Record<string, [glyph: string, kind: string]>} */
const LOOKS = {
  accepted: ['⋯', 'calm'],
  waiting: ['⋯', 'calm'],
  queued: ['⋯', 'calm'],
  running: ['●', 'good'],
  stopping: ['◌', 'warn'],
  cancelling: ['◌', 'warn'],
  'needs you': ['⚑', 'ask'],
  input_required: ['⚑', 'ask'],
  open: ['⚑', 'ask'],
  completed: ['✓', 'good'],
  complete: ['✓', 'good'],
  error: ['✗', 'bad'],
  failed: ['✗', 'bad'],
  'timed out': ['⌛', 'bad'],
  timed_out: ['⌛', 'bad'],
  cancelled: ['⊘', 'calm'],
  aborted: ['⊘', 'calm'],
  refused: ['⊖', 'calm'],
  lost: ['✗', 'bad'],
  'end not known': ['⋯', 'calm'],
  abandoned: ['▲', 'bad'],
  allowed: ['✓', 'good'],
  denied: ['⊖', 'bad'],
  expired: ['⌛', 'calm'],
  granted_late: ['✓', 'good'],
  withdrawn: ['⊘', 'calm'],
  up: ['●', 'good'],
  ok: ['●', 'good'],
  down: ['✗', 'bad'],
  starting: ['◌', 'warn'],
  idle: ['○', 'calm'],
  draining: ['◌', 'warn'],
  drained: ['⊘', 'warn'],
  degraded: ['▲', 'warn'],
};

/**
 * A state or outcome as a glyph, a word and the kind of its colour; never as a colour alone.
 *
 * @param {string} state
 */
export function look(state) {
  const [glyph, kind] = Object.hasOwn(LOOKS, state) ? LOOKS[state] : ['•', 'calm'];
  return { glyph, kind, word: spaced(state) };
}

/**
 * A state of the API in words.
 *
 * @param {string} state
 */
export function spaced(state) {
  return String(state).replaceAll('_', ' ');
}

/** @type {Record<string, string>} */
const STOPPED = {
  'not started': 'It had not started.',
  interrupted: 'Its work ended.',
  told: 'Its server was told, and lives.',
  answered: 'Its server answered all the same; the answer is dropped.',
  retiring: 'Its server goes on with it, and is being replaced.',
  killed: 'Its processes were ended.',
  abandoned: 'Its work does not stop; it is watched.',
};

/**
 * What a cancellation did.
 *
 * @param {CancelAnswer} answer
 */
export function stopped(answer) {
  const words = [answer.cancelled ? 'Cancelled.' : 'It had ended before.'];
  words.push(STOPPED[answer.stopped ?? ''] ?? '');
  if (answer.killed?.length) {
    words.push(`${count(answer.killed.length, 'process', 'processes')} gone.`);
  }
  return words.filter(Boolean).join(' ');
}
