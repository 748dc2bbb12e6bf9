/**
 * Markdown of a model as elements: paragraphs, headings, lists, quotes, tables, code and emphasis.
 * No HTML, no images and nothing to follow: an address stands there as text, whole. Time and the
 * number of elements are bounded, whatever the text.
 */
import { el } from './dom.js';
import { prose as plain } from './hidden.js';

export { plain };

/** What is nested deeper, or comes after so many elements, stays text. */
const DEEPEST = 8;
const MOST_ELEMENTS = 4_000;
const MOST_CHARS = 400_000;
const OPEN_AT_ONCE = 16;

/** Gives the text as an element. */
export function markdown(text) {
  const left = { elements: MOST_ELEMENTS };
  const shown = plain(text.replaceAll('\r\n', '\n').replaceAll('\r', '\n'));
  const rest = shown.length > MOST_CHARS ? shown.slice(MOST_CHARS) : '';
  const whole = el(
    'div',
    { class: 'markdown', dir: 'auto' },
    blocks(shown.slice(0, MOST_CHARS).split('\n'), 0, left),
  );
  if (rest) {
    whole.append(el('p', null, rest));
  }
  return whole;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([^`\s]{0,40})/;
const HEADING = /^ {0,3}(#{1,6})\s+/;
const RULE = /^ {0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])( {1,4}|$)/;

function blocks(lines, depth, left) {
  const out = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at];
    if (line.trim() === '') {
      at++;
    } else if (left.elements <= 0 || depth > DEEPEST) {
      out.push(el('p', null, lines.slice(at).join('\n')));
      return out;
    } else {
      left.elements--;
      at = block(lines, at, depth, left, out);
    }
  }
  return out;
}

/** Adds the block that begins at a line, and gives the line after it. */
function block(lines, at, depth, left, out) {
  const line = lines[at];
  const fence = FENCE.exec(line);
  if (fence) {
    return code(lines, at, fence, out);
  }
  const heading = HEADING.exec(line);
  if (heading) {
    const words = line.slice(heading[0].length).replace(/\s#{1,10}\s*$/, '');
    out.push(el('h' + Math.min(6, heading[1].length + 2), null, inline(words, left)));
    return at + 1;
  }
  if (line.length < 200 && RULE.test(line)) {
    out.push(el('hr'));
    return at + 1;
  }
  if (QUOTE.test(line)) {
    const end = until(lines, at, next => !QUOTE.test(next));
    out.push(
      el(
        'blockquote',
        null,
        blocks(
          lines.slice(at, end).map(one => one.replace(QUOTE, '')),
          depth + 1,
          left,
        ),
      ),
    );
    return end;
  }
  if (ITEM.test(line)) {
    return list(lines, at, depth, left, out);
  }
  if (isTable(lines, at)) {
    return table(lines, at, left, out);
  }
  const end = until(
    lines,
    at + 1,
    next =>
      next.trim() === '' ||
      FENCE.test(next) ||
      HEADING.test(next) ||
      QUOTE.test(next) ||
      ITEM.test(next),
  );
  out.push(el('p', null, inline(lines.slice(at, end).join('\n'), left)));
  return end;
}

function until(lines, from, isEnd) {
  let end = from;
  while (end < lines.length && !isEnd(lines[end])) {
    end++;
  }
  return end;
}

function code(lines, at, fence, out) {
  const [, mark, language] = fence;
  const end = until(lines, at + 1, next => {
    const closing = next.trim();
    return closing.length >= mark.length && closing === mark[0].repeat(closing.length);
  });
  out.push(
    el(
      'pre',
      { dir: 'ltr', 'data-language': language || null, tabindex: '0' },
      el('code', null, lines.slice(at + 1, end).join('\n')),
    ),
  );
  return end + 1;
}

function list(lines, from, depth, left, out) {
  const isNumbered = found => found[2].length > 1;
  const first = ITEM.exec(lines[from]);
  const start = isNumbered(first) ? parseInt(first[2], 10) : null;
  const whole = el(start === null ? 'ul' : 'ol', start === null || start === 1 ? null : { start });
  let at = from;
  while (at < lines.length) {
    const item = ITEM.exec(lines[at]);
    if (!item || isNumbered(item) !== isNumbered(first) || left.elements <= 0) {
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
      } else if (
        ITEM.test(line) ||
        FENCE.test(line) ||
        HEADING.test(line) ||
        QUOTE.test(line) ||
        own.at(-1).trim() === ''
      ) {
        break;
      } else {
        own.push(line);
      }
    }
    whole.append(el('li', null, blocks(own, depth + 1, left)));
    const next = until(lines, at, line => line.trim() !== '');
    if (next < lines.length && next > at && ITEM.test(lines[next])) {
      at = next;
    }
  }
  out.push(whole);
  return at;
}

function leading(line) {
  return line.trim() === '' ? 0 : line.length - line.trimStart().length;
}

function cells(line) {
  return line
    .trim()
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split('|')
    .map(cell => cell.trim());
}

function isTable(lines, at) {
  const under = lines[at + 1];
  if (!under || under.length > 2_000 || !lines[at].includes('|') || !under.includes('-')) {
    return false;
  }
  const marks = cells(under);
  return marks.every(mark => /^:?-+:?$/.test(mark)) && marks.length === cells(lines[at]).length;
}

function table(lines, at, left, out) {
  const end = until(lines, at + 2, next => !next.includes('|'));
  const columns = cells(lines[at]);
  const row = (line, tag) => {
    left.elements -= columns.length + 1;
    const found = cells(line);
    return el(
      'tr',
      null,
      columns.map((_, index) => el(tag, null, inline(found[index] ?? '', left))),
    );
  };
  const body = el('tbody');
  let next = at + 2;
  for (; next < end && left.elements > 0; next++) {
    body.append(row(lines[next], 'td'));
  }
  out.push(
    el(
      'div',
      { class: 'table', tabindex: '0' },
      el('table', null, el('thead', null, row(lines[at], 'th')), body),
    ),
  );
  return next;
}

/** What may begin something within a line. */
const SPECIAL = /[\\`*_~![]/g;
const ESCAPED = /[!-/:-@[-`{-~]/;
const LINK = /!?\[([^[\]\n]{0,300})\]\(\s?<?([^()<>\s]{1,2000})>?(?:\s"[^"\n]{0,200}")?\)/y;
const TAGS = { '*': 'em', _: 'em', '**': 'strong', __: 'strong', '~~': 'del' };

/**
 * Gives the nodes of a text within a block, in one pass: what is opened and never closed stays
 * text.
 */
function inline(text, left) {
  const ticks = runs(text);
  const open = [{ mark: null, nodes: [] }];
  let words = '';
  const flush = () => {
    if (words) {
      open.at(-1).nodes.push(words);
      words = '';
    }
  };
  let at = 0;
  while (at < text.length) {
    SPECIAL.lastIndex = at;
    const found = left.elements > 0 ? SPECIAL.exec(text) : null;
    if (!found) {
      break;
    }
    words += text.slice(at, found.index);
    at = found.index;
    const char = text[at];
    if (char === '\\') {
      const isEscape = at + 1 < text.length && ESCAPED.test(text[at + 1]);
      words += isEscape ? text[at + 1] : char;
      at += isEscape ? 2 : 1;
    } else if (char === '`') {
      const length = runLength(text, at, '`');
      const close = closing(ticks, length, at);
      if (close < 0) {
        words += text.slice(at, at + length);
        at += length;
      } else {
        flush();
        left.elements--;
        open
          .at(-1)
          .nodes.push(el('code', { dir: 'ltr' }, unpadded(text.slice(at + length, close))));
        at = close + length;
      }
    } else if (char === '!' || char === '[') {
      LINK.lastIndex = at;
      const link = char === '!' && text[at + 1] !== '[' ? null : LINK.exec(text);
      if (link) {
        flush();
        left.elements--;
        open.at(-1).nodes.push(...address(link[1], link[2]));
        at = LINK.lastIndex;
      } else {
        words += char;
        at++;
      }
    } else {
      const length = runLength(text, at, char);
      // Of three, those close first that were opened last.
      const mark =
        length === 3 && open.at(-1).mark === char ? char : char.repeat(Math.min(length, 2));
      if (!TAGS[mark] || length > 3) {
        words += text.slice(at, at + length);
        at += length;
      } else {
        at = emphasis(text, at, mark, length, open, left, flush, more => {
          words += more;
        });
      }
    }
  }
  words += text.slice(at);
  flush();
  while (open.length > 1) {
    drop(open);
  }
  return open[0].nodes;
}

/** Opens or closes what a mark stands for, and gives where the text goes on. */
function emphasis(text, at, mark, length, open, left, flush, say) {
  const before = at > 0 ? text[at - 1] : ' ';
  const after = at + length < text.length ? text[at + length] : ' ';
  const isWord = char => /[\p{L}\p{N}]/u.test(char);
  const canOpen = !/\s/.test(after) && !(mark[0] === '_' && isWord(before));
  const canClose = !/\s/.test(before) && !(mark[0] === '_' && isWord(after));
  const inner = open.findLastIndex(one => one.mark === mark);
  if (canClose && inner > 0) {
    flush();
    while (open.length - 1 > inner) {
      drop(open);
    }
    const closed = open.pop();
    left.elements--;
    open.at(-1).nodes.push(el(TAGS[mark], null, closed.nodes));
    return at + mark.length;
  }
  if (canOpen && open.length < OPEN_AT_ONCE) {
    flush();
    open.push({ mark, nodes: [] });
  } else {
    say(mark);
  }
  return at + mark.length;
}

/** Makes text again of what was opened last. */
function drop(open) {
  const never = open.pop();
  const nodes = open.at(-1).nodes;
  nodes.push(never.mark);
  for (const node of never.nodes) {
    nodes.push(node);
  }
}

/** An address is text: nothing is loaded for it, and nobody is led anywhere. */
function address(words, url) {
  return words && words !== url
    ? [words, ' ', el('span', { class: 'address', dir: 'ltr' }, `(${url})`)]
    : [el('span', { class: 'address', dir: 'ltr' }, url)];
}

/** Code that begins or ends with a backtick stands between spaces. */
function unpadded(words) {
  return words.startsWith(' ') && words.endsWith(' ') && words.trim() !== ''
    ? words.slice(1, -1)
    : words;
}

function runLength(text, at, char) {
  let end = at + 1;
  while (text[end] === char) {
    end++;
  }
  return end - at;
}

/** The places of backticks by the length of their run, for one look at each. */
function runs(text) {
  const places = new Map();
  for (let at = text.indexOf('`'); at >= 0;) {
    const length = runLength(text, at, '`');
    let known = places.get(length);
    if (!known) {
      known = { at: [], next: 0 };
      places.set(length, known);
    }
    known.at.push(at);
    at = text.indexOf('`', at + length);
  }
  return places;
}

function closing(places, length, at) {
  const known = places.get(length);
  while (known && known.next < known.at.length && known.at[known.next] <= at) {
    known.next++;
  }
  return known && known.next < known.at.length ? known.at[known.next] : -1;
}
