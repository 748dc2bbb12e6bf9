/**
 * The card of one call in a conversation: what it does, for how long, how it ended, and a way to
 * stop it.
 */
import { el, foreign, setText } from './dom.js';
import { shortened, visible } from './hidden.js';
import { troubleOf } from './session.js';
import { clock, count, duration, look, pace } from './words.js';

/** More of a result is not shown. */
const MOST_SHOWN = 100_000;

const LONGEST_NOTE = 300;

/**
 * Arguments on one line: `path="a.txt" limit=3`.
 *
 * @param {unknown} input
 */
export function shortInput(input, most = 160) {
  if (input === null || input === undefined) {
    return '';
  }
  const whole =
    typeof input === 'object' && !Array.isArray(input)
      ? Object.entries(input)
          .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
          .join(' ')
      : JSON.stringify(input);
  return shortened(whole, most);
}

/** One call. */
export class ToolCard {
  /**
   * @param {string} id
   * @param {string} name
   * @param {(card: ToolCard) => Promise<void>} onCancel is asked to stop it
   */
  constructor(id, name, onCancel) {
    this.id = id;
    this.name = name;
    /** @type {number | null} */
    this.startedAt = null;
    this.isOver = false;
    /**
     * The word for how it ended, as far as that is known.
     *
     * @type {string | null}
     */
    this.outcome = null;
    this.why = '';
    this.glyph = el('span');
    this.state('waiting');
    this.input = el('code', { class: 'input' });
    this.time = el('span', { class: 'ticks' });
    const shortName = visible(name).slice(0, 80);
    this.cancel = el(
      'button',
      { 'aria-label': `Cancel ${shortName}`, click: () => this.stop(onCancel) },
      '✕ Cancel',
    );
    this.detail = el('p', { class: 'detail' });
    this.progress = el('progress', { hidden: true });
    this.result = el('div');
    this.element = el(
      'div',
      { class: 'tool', role: 'group', 'aria-label': `Tool ${shortName}` },
      el(
        'p',
        { class: 'head' },
        this.glyph,
        el('strong', null, foreign(name, 120)),
        this.input,
        this.progress,
        this.time,
        this.cancel,
      ),
      this.detail,
      this.result,
    );
  }

  /** @param {(card: ToolCard) => Promise<void>} onCancel */
  async stop(onCancel) {
    this.stopping();
    try {
      await onCancel(this);
    } catch (error) {
      if (!this.isOver) {
        this.cancel.disabled = false;
        this.state('running');
      }
      const { status, message } = troubleOf(error);
      this.note(status === 404 ? 'It had ended already.' : `It could not be cancelled: ${message}`);
    }
  }

  /** @param {string} state */
  state(state) {
    const { glyph, kind, word } = look(state);
    setText(this.glyph, `${glyph} ${word}`);
    this.glyph.className = `badge ${kind}`;
  }

  /** It is being stopped. */
  stopping() {
    if (!this.isOver) {
      this.cancel.disabled = true;
      this.state('cancelling');
    }
  }

  /** @param {string} text */
  note(text) {
    setText(this.detail, visible(text));
  }

  /** @param {unknown} input */
  setInput(input) {
    if (this.input.textContent === '') {
      setText(this.input, visible(shortInput(input)));
      this.input.title = visible(shortInput(input, 2_000));
    }
  }

  /** It runs, and has done so for these seconds. */
  start(seconds = 0) {
    if (this.isOver) {
      return;
    }
    if (this.startedAt === null && !this.cancel.disabled) {
      this.state('running');
    }
    this.startedAt = performance.now() - seconds * 1000;
    this.tick();
  }

  /** Shows how long it has run. */
  tick() {
    if (this.startedAt === null || this.isOver) {
      return;
    }
    const seconds = (performance.now() - this.startedAt) / 1000;
    const { word, kind } = pace(seconds);
    setText(this.time, `${clock(seconds)}${word && ' ' + word}`);
    this.time.className = `ticks ${kind}`;
    if (!this.cancel.disabled) {
      this.glyph.className = `badge ${kind}`;
    }
  }

  /**
   * Shows what the tool says of its progress.
   *
   * @param {{ message?: string, done?: number | null, total?: number | null }} progress
   */
  beat({ message, done, total }) {
    if (this.isOver) {
      return;
    }
    if (message) {
      this.note(shortened(message, LONGEST_NOTE));
    }
    this.progress.hidden = !total || total < 0;
    if (total && total > 0) {
      this.progress.max = total;
      this.progress.value = done ?? 0;
      this.progress.setAttribute('aria-label', `${done ?? 0} of ${total}`);
    }
  }

  /** @param {{ timeoutMs: number, elapsedMs: number, kind: string }} event */
  timedOut({ timeoutMs, elapsedMs, kind }) {
    this.outcome = 'timed out';
    const limit = duration(timeoutMs / 1000);
    this.why =
      kind === 'idle'
        ? `It gave no sign of life for ${limit}, and was ended after ${duration(elapsedMs / 1000)}.`
        : `It did not end within ${limit}.`;
  }

  /** @param {{ reason: string }} event */
  cancelled({ reason }) {
    this.outcome = 'cancelled';
    this.why = reason.replace(/^\[CANCELLED\] /, '');
  }

  /**
   * It has ended; `text` may be only the beginning of its result. An `outcome` is known from
   * elsewhere than its events.
   *
   * @param {{
   *   text: string,
   *   length: number,
   *   isError: boolean,
   *   seconds?: number,
   *   outcome?: string | null,
   * }} end
   */
  end({
    text,
    length,
    isError,
    seconds,
    outcome = this.outcome ?? (isError ? this.refusal(text) : null),
  }) {
    this.isOver = true;
    this.outcome = outcome ?? (isError ? 'failed' : 'completed');
    this.state(this.outcome);
    this.cancel.remove();
    this.progress.remove();
    if (seconds !== undefined) {
      setText(this.time, duration(seconds));
    }
    this.time.className = 'ticks calm';
    this.note(this.why);
    this.setResult(text, length, isError);
  }

  /**
   * Of a call that has run, the text is its tool's own; of others it is Belay's.
   *
   * @param {string} text
   */
  refusal(text) {
    return this.startedAt === null && /^\[(DENIED|REFUSED)\b/.test(text) ? told(text) : null;
  }

  /** Its turn is over, and nothing more is heard of it. */
  lost() {
    if (!this.isOver) {
      this.isOver = true;
      this.state('end not known');
      this.time.className = 'ticks calm';
      this.cancel.remove();
      this.progress.remove();
    }
  }

  /**
   * @param {string} text
   * @param {number} length of the whole result
   * @param {boolean} isError
   */
  setResult(text, length, isError) {
    if (text === '') {
      this.result.replaceChildren();
      return;
    }
    const body = el('pre', { tabindex: '0', dir: 'auto' });
    const shown = text.slice(0, MOST_SHOWN);
    const part =
      shown.length < length ? `, the first ${shown.length.toLocaleString('en')} here` : '';
    const summary = `${isError ? 'Error' : 'Result'}, ${count(length, 'character')}${part}`;
    this.result.replaceChildren(
      el(
        'details',
        { toggle: () => setText(body, visible(shown, true)) },
        el('summary', null, summary),
        body,
      ),
    );
  }
}

/** @type {Record<string, string>} */
const TOLD = {
  TIMEOUT: 'timed out',
  CANCELLED: 'cancelled',
  DENIED: 'denied',
  REFUSED: 'refused',
};

/**
 * How a call ended by the first word of its result, as Belay writes it; null for others.
 *
 * @param {string} text
 */
export function told(text) {
  const word = /^\[([A-Z]+)\b/.exec(text)?.[1] ?? '';
  return Object.hasOwn(TOLD, word) ? TOLD[word] : null;
}

/**
 * The card of a call of an earlier message.
 *
 * @param {ToolUse} use
 * @param {ToolResult | undefined} result
 */
export function pastCall(use, result) {
  const card = new ToolCard(use.id, use.name, async () => {});
  card.setInput(use.input);
  if (!result) {
    card.end({ text: '', length: 0, isError: true });
    card.note('It has no result.');
    return card;
  }
  const text = result.content ?? '';
  const isError = result.is_error === true;
  // A history has nothing else that tells it; a tool that begins its own error so is taken at its
  // word.
  card.end({ text, length: text.length, isError, outcome: isError ? told(text) : null });
  return card;
}
