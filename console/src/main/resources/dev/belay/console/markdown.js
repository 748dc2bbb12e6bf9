/**
 * Markdown of a model as elements: paragraphs, headings, lists, quotes, tables, code and emphasis.
 * No HTML, no images and nothing to follow: an address stands there as text, whole. Time and the
 * number of elements are bounded, whatever the text.
 */
import { el } from './dom.js';
import { prose } from './hidden.js';
import { inline, part } from './inline.js';

/** What is nested deeper, or comes after so many elements, stays text. */
const DEEPEST = 8;
const MOST_ELEMENTS = 4_000;
const MOST_CHARS = 400_000;

/**
 * @typedef {import('./inline.js').Part} Part
 * @typedef {import('./inline.js').Left} Left
 */

/**
 * Gives the text as an element.
 *
 * @param {string} text
 */
export function markdown(text) {
  return made(parsed(text));
}

/**
 * @param {Part} part
 * @returns {HTMLElement}
 */
function made({ tag, attributes, children }) {
  return el(
    tag,
    attributes,
    children.map(child => (typeof child === 'string' ? child : made(child))),
  );
}

/**
 * Finds what a text consists of.
 *
 * @param {string} text
 */
export function parsed(text) {
  /** @type {Left} */
  const left = { elements: MOST_ELEMENTS };
  const shown = prose(text.replaceAll('\r\n', '\n').replaceAll('\r', '\n'));
  const lines = shown.slice(0, MOST_CHARS).split('\n');
  const whole = part('div', { class: 'markdown', dir: 'auto' }, blocks(lines, 0, left));
  const rest = shown.slice(MOST_CHARS);
  if (rest) {
    whole.children.push(part('p', null, [rest]));
  }
  return whole;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([^`\s]{0,40})/;
const HEADING = /^ {0,3}(#{1,6})\s+/;
const RULE = /^ {0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])( {1,4}|$)/;

/** @type {Part['tag'][]} */
const HEADINGS = ['h3', 'h4', 'h5', 'h6'];

/**
 * @param {string[]} lines
 * @param {number} depth
 * @param {Left} left
 */
function blocks(lines, depth, left) {
  /** @type {Part[]} */
  const out = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at];
    if (line.trim() === '') {
      at++;
    } else if (left.elements <= 0 || depth > DEEPEST) {
      out.push(part('p', null, [lines.slice(at).join('\n')]));
      return out;
    } else {
      left.elements--;
      at = block(lines, at, depth, left, out);
    }
  }
  return out;
}

/**
 * Adds the block that begins at a line, and gives the line after it.
 *
 * @param {string[]} lines
 * @param {number} at
 * @param {number} depth
 * @param {Left} left
 * @param {Part[]} out
 */
function block(lines, at, depth, left, out) {
  const line = lines[at];
  const fence = FENCE.exec(line);
  if (fence) {
    return code(lines, at, fence, out);
  }
  const heading = HEADING.exec(line);
  if (heading) {
    const words = line.slice(heading[0].length).replace(/\s#{1,10}\s*$/, '');
    // A page has its own headings of the first two levels.
    const level = HEADINGS[Math.min(HEADINGS.length, heading[1].length) - 1];
    out.push(part(level, null, inline(words, left)));
    return at + 1;
  }
  if (line.length < 200 && RULE.test(line)) {
    out.push(part('hr', null, []));
    return at + 1;
  }
  if (QUOTE.test(line)) {
    const end = until(lines, at, next => !QUOTE.test(next));
    const quoted = lines.slice(at, end).map(one => one.replace(QUOTE, ''));
    out.push(part('blockquote', null, blocks(quoted, depth + 1, left)));
    return end;
  }
  const item = ITEM.exec(line);
  if (item) {
    return list(lines, at, item, depth, left, out);
  }
  if (isTable(lines, at)) {
    return table(lines, at, left, out);
  }
  const end = until(lines, at + 1, next => next.trim() === '' || begins(next));
  out.push(part('p', null, inline(lines.slice(at, end).join('\n'), left)));
  return end;
}

/**
 * Whether a line begins a block, wherever it stands.
 *
 * @param {string} line
 */
function begins(line) {
  return FENCE.test(line) || HEADING.test(line) || QUOTE.test(line) || ITEM.test(line);
}

/**
 * The first line from one on that ends something.
 *
 * @param {string[]} lines
 * @param {number} from
 * @param {(line: string) => boolean} isEnd
 */
function until(lines, from, isEnd) {
  let end = from;
  while (end < lines.length && !isEnd(lines[end])) {
    end++;
  }
  return end;
}

/**
 * @param {string[]} lines
 * @param {number} at
 * @param {RegExpExecArray} fence
 * @param {Part[]} out
 */
function code(lines, at, fence, out) {
  const [, mark, language] = fence;
  const end = until(lines, at + 1, next => {
    const closing = next.trim();
    return closing.length >= mark.length && closing === mark[0].repeat(closing.length);
  });
  const words = part('code', null, [lines.slice(at + 1, end).join('\n')]);
  out.push(part('pre', { dir: 'ltr', 'data-language': language || null, tabindex: '0' }, [words]));
  return end + 1;
}

/**
 * @param {string[]} lines
 * @param {number} from
 * @param {RegExpExecArray} first the beginning of the first item
 * @param {number} depth
 * @param {Left} left
 * @param {Part[]} out
 */
function list(lines, from, first, depth, left, out) {
  const isNumbered = first[2].length > 1;
  const start = isNumbered ? parseInt(first[2], 10) : 1;
  const whole = part(isNumbered ? 'ol' : 'ul', start === 1 ? null : { start }, []);
  let at = from;
  while (at < lines.length && left.elements > 0) {
    const item = ITEM.exec(lines[at]);
    if (!item || item[2].length > 1 !== isNumbered) {
      break;
    }
    left.elements--;
    const indent = item[0].length;
    const own = [lines[at].slice(indent)];
    at++;
    // What is indented belongs to the item; a line that is not goes on only directly after text.
    for (; at < lines.length; at++) {
      const line = lines[at];
      const spaces = line.length - line.trimStart().length;
      if (line.trim() === '') {
        if (at + 1 >= lines.length || leading(lines[at + 1]) < Math.min(indent, 2)) {
          break;
        }
        own.push('');
      } else if (spaces >= Math.min(indent, 2)) {
        own.push(line.slice(Math.min(indent, spaces)));
      } else if (begins(line) || own.at(-1)?.trim() === '') {
        break;
      } else {
        own.push(line);
      }
    }
    whole.children.push(part('li', null, blocks(own, depth + 1, left)));
    const next = until(lines, at, line => line.trim() !== '');
    if (next < lines.length && next > at && ITEM.test(lines[next])) {
      at = next;
    }
  }
  out.push(whole);
  return at;
}

/**
 * How far a line with words is indented.
 *
 * @param {string} line
 */
function leading(line) {
  return line.trim() === '' ? 0 : line.length - line.trimStart().length;
}

/** @param {string} line of a table */
function cells(line) {
  return line
    .trim()
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split('|')
    .map(cell => cell.trim());
}

/**
 * @param {string[]} lines
 * @param {number} at
 */
function isTable(lines, at) {
  const under = lines[at + 1];
  if (!under || under.length > 2_000 || !lines[at].includes('|') || !under.includes('-')) {
    return false;
  }
  const marks = cells(under);
  return marks.every(mark => /^:?-+:?$/.test(mark)) && marks.length === cells(lines[at]).length;
}

/**
 * @param {string[]} lines
 * @param {number} at
 * @param {Left} left
 * @param {Part[]} out
 */
function table(lines, at, left, out) {
  const end = until(lines, at + 2, next => !next.includes('|'));
  const columns = cells(lines[at]);
  const row = (/** @type {string} */ line, /** @type {'th' | 'td'} */ tag) => {
    left.elements -= columns.length + 1;
    const found = cells(line);
    const own = columns.map((_, index) => part(tag, null, inline(found[index] ?? '', left)));
    return part('tr', null, own);
  };
  const body = part('tbody', null, []);
  let next = at + 2;
  for (; next < end && left.elements > 0; next++) {
    body.children.push(row(lines[next], 'td'));
  }
  const head = part('thead', null, [row(lines[at], 'th')]);
  const whole = part('table', null, [head, body]);
  out.push(part('div', { class: 'table', tabindex: '0' }, [whole]));
  return next;
}
