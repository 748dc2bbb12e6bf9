/** Elements: everything from outside becomes text, never markup. */
import { shortened, visible } from './hidden.js';
import { look } from './words.js';

/** More of a text is not shown where a pointer rests on its beginning. */
const MOST_ON_HOVER = 2_000;

/**
 * What an element may contain; `null`, `undefined` and `false` are left out, arrays are flattened.
 *
 * @typedef {Node | string | number | false | null | undefined} OneChild
 * @typedef {OneChild | Child[]} Child
 */

/**
 * The value of an attribute: functions are listeners (`click: () => …`), `true` is an attribute
 * without a value, and `null`, `undefined` and `false` are left out.
 *
 * @typedef {string | number | boolean | null | undefined | ((event: any) => unknown)} Attribute
 */

/**
 * Builds an element.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, Attribute> | null} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) {
      continue;
    }
    if (typeof value === 'function') {
      element.addEventListener(name, value);
    } else {
      element.setAttribute(name, value === true ? '' : String(value));
    }
  }
  append(element, children);
  return element;
}

/**
 * @param {HTMLElement} element
 * @param {Child[]} children
 */
function append(element, children) {
  for (const child of children) {
    if (Array.isArray(child)) {
      append(element, child);
    } else if (child !== null && child !== undefined && child !== false) {
      element.append(child instanceof Node ? child : String(child));
    }
  }
}

/**
 * Replaces all children of `element`.
 *
 * @template {HTMLElement} E
 * @param {E} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

/**
 * Sets the text of an element only where it differs, so that selections and readers are left in
 * peace.
 *
 * @param {HTMLElement} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

/**
 * A place that is filled anew only where what it shows differs: it may be selected, be read, or
 * have the focus.
 */
export class Place {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    /** @type {string | null} */
    this.key = null;
  }

  /**
   * @param {string} key differs where what is shown does
   * @param {() => Child} make
   */
  show(key, make) {
    if (this.key !== key) {
      this.key = key;
      fill(this.element, make());
    }
  }
}

/**
 * A text from outside: isolated in its direction, cut at `most` characters, hidden characters
 * shown.
 *
 * @param {unknown} text
 */
export function foreign(text, most = 300) {
  const whole = String(text ?? '');
  const title = whole.length > most ? visible(whole.slice(0, MOST_ON_HOVER)) : null;
  return el('bdi', { title }, visible(shortened(whole, most)));
}

const CLOCK = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/**
 * A moment of today as its time, an earlier one with its day; UTC on hover.
 *
 * @param {string | null | undefined} iso
 */
export function moment(iso) {
  if (!iso) {
    return el('span', null, '');
  }
  const at = new Date(iso);
  const isToday = at.toDateString() === new Date().toDateString();
  return el(
    'time',
    { datetime: iso, title: at.toISOString() },
    isToday ? CLOCK.format(at) : `${DAY.format(at)}, ${CLOCK.format(at)}`,
  );
}

/**
 * A glyph and words in one colour; the glyph is for the eye alone.
 *
 * @param {string} glyph
 * @param {string} kind
 * @param {string} words
 */
export function mark(glyph, kind, words) {
  const eye = el('span', { 'aria-hidden': 'true' }, glyph);
  return el('span', { class: `badge ${kind}` }, eye, ' ', words);
}

/**
 * The state or outcome of something, as a glyph, a word and a colour.
 *
 * @param {string} state
 */
export function badge(state) {
  const { glyph, kind, word } = look(state);
  return mark(glyph, kind, word);
}

/**
 * The button that closes a part of a page.
 *
 * @param {() => void} close
 */
export function closeButton(close) {
  return el('button', { class: 'plain', click: close, 'aria-label': 'Close' }, '✕');
}

/** What takes the room between the left and the right of a bar. */
export function grow() {
  return el('span', { class: 'grow' });
}
