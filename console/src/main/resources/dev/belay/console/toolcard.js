/**
 * The card of one call in a conversation: what it does, for how long, how it ended, and a way to
 * stop it.
 */
import { duration, el, foreign, setText, visible } from './dom.js';

/** From these many seconds on a call is slow, and very slow. */
const SLOW_S = 10;
const VERY_SLOW_S = 30;
const MOST_SHOWN = 100_000;

/**
 * The word for how long a call has run, and its colour; the word is there for those who see no
 * colours.
 */
export function pace(seconds) {
  return seconds < SLOW_S
    ? ['', 'good']
    : seconds <= VERY_SLOW_S
      ? ['▲ slow', 'warn']
      : ['▲ very slow', 'bad'];
}

/** Arguments on one line: `path="a.txt" limit=3`. */
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
  return whole.length > most ? whole.slice(0, most) + '…' : whole;
}

/** One call; `onCancel()` is asked to stop it. */
export class ToolCard {
  constructor(id, name, onCancel) {
    this.id = id;
    this.name = name;
    this.startedAt = null;
    this.isOver = false;
    this.why = '';
    this.glyph = el('span', { class: 'badge calm' }, '⋯ waiting');
    this.input = el('code', { class: 'input' });
    this.time = el('span', { class: 'ticks' });
    this.cancel = el(
      'button',
      {
        'aria-label': `Cancel ${visible(name).slice(0, 80)}`,
        click: () => {
          this.stopping();
          onCancel(this).catch(error => {
            if (!this.isOver) {
              this.cancel.disabled = false;
              this.state('● running', 'good');
            }
            this.note(
              error.status === 404
                ? 'It had ended already.'
                : `It could not be cancelled: ${error.message}`,
            );
          });
        },
      },
      '✕ Cancel',
    );
    this.detail = el('p', { class: 'detail' });
    this.progress = el('progress', { hidden: true });
    this.result = el('div');
    this.element = el(
      'div',
      { class: 'tool', role: 'group', 'aria-label': `Tool ${visible(name).slice(0, 80)}` },
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

  state(text, kind) {
    setText(this.glyph, text);
    this.glyph.className = `badge ${kind}`;
  }

  /** It is being stopped. */
  stopping() {
    if (!this.isOver) {
      this.cancel.disabled = true;
      this.state('◌ cancelling', 'warn');
    }
  }

  note(text) {
    setText(this.detail, visible(text));
  }

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
      this.state('● running', 'good');
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
    const [word, kind] = pace(seconds);
    const whole = Math.floor(seconds);
    setText(this.time, `${whole < 60 ? `${whole} s` : duration(whole)}${word && ' ' + word}`);
    this.time.className = `ticks ${kind}`;
    if (!this.cancel.disabled) {
      this.glyph.className = `badge ${kind}`;
    }
  }

  /** Shows what the tool says of its progress. */
  beat({ message, done, total }) {
    if (this.isOver) {
      return;
    }
    if (message) {
      this.note(message.length > 300 ? message.slice(0, 300) + '…' : message);
    }
    this.progress.hidden = !(total > 0);
    if (total > 0) {
      this.progress.max = total;
      this.progress.value = done ?? 0;
      this.progress.setAttribute('aria-label', `${done ?? 0} of ${total}`);
    }
  }

  timedOut({ timeoutMs, elapsedMs, kind }) {
    this.outcome = ['⏱ timed out', 'bad'];
    const limit = duration(timeoutMs / 1000);
    this.why =
      kind === 'idle'
        ? `It gave no sign of life for ${limit}, and was ended after ${duration(elapsedMs / 1000)}.`
        : `It did not end within ${limit}.`;
  }

  cancelled({ reason }) {
    this.outcome = ['⊘ cancelled', 'calm'];
    this.why = reason.replace(/^\[CANCELLED\] /, '');
  }

  /**
   * It has ended; `text` may be only the beginning of its result. An `outcome` is known from
   * elsewhere than its events.
   */
  end({
    text,
    length,
    isError,
    seconds,
    outcome = this.outcome ?? (isError ? this.refusal(text) : null),
  }) {
    this.isOver = true;
    const [word, kind] = outcome ?? (isError ? ['✗ failed', 'bad'] : ['✓ completed', 'good']);
    this.state(word, kind);
    this.cancel.remove();
    this.progress.remove();
    if (seconds !== undefined) {
      setText(this.time, duration(seconds));
    }
    this.time.className = 'ticks calm';
    this.note(this.why);
    this.setResult(text, length, isError);
  }

  /** Of a call that has run, the text is its tool's own; of others it is Belay's. */
  refusal(text) {
    return this.startedAt === null && /^\[(DENIED|REFUSED)\b/.test(text) ? told(text) : null;
  }

  /** Its turn is over, and nothing more is heard of it. */
  lost() {
    if (!this.isOver) {
      this.isOver = true;
      this.state('⋯ end not known', 'calm');
      this.time.className = 'ticks calm';
      this.cancel.remove();
      this.progress.remove();
    }
  }

  setResult(text, length = text.length, isError = false) {
    if (text === '') {
      this.result.replaceChildren();
      return;
    }
    const body = el('pre', { tabindex: '0', dir: 'auto' });
    const shown = text.length > MOST_SHOWN ? text.slice(0, MOST_SHOWN) : text;
    const isCut = shown.length < length;
    const summary = `${isError ? 'Error' : 'Result'}, ${length === 1 ? '1 character' : `${length.toLocaleString('en')} characters`}${isCut ? `, the first ${shown.length.toLocaleString('en')} here` : ''}`;
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

/** How a call ended by the first word of its result, as Belay writes it; null for others. */
function told(text) {
  const word = /^\[(TIMEOUT|CANCELLED|DENIED|REFUSED)\b/.exec(text)?.[1];
  return word
    ? {
        TIMEOUT: ['⏱ timed out', 'bad'],
        CANCELLED: ['⊘ cancelled', 'calm'],
        DENIED: ['⛔ denied', 'bad'],
        REFUSED: ['⛔ refused', 'calm'],
      }[word]
    : null;
}

/** The card of a call of an earlier message. */
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
