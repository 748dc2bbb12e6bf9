/** What a text consists of within a block of Markdown: words, code, emphasis and addresses. */

/**
 * A piece of a text: words, or an element to be, before there is a page.
 *
 * @typedef {string | Part} Piece
 * @typedef {{
 *   tag: keyof HTMLElementTagNameMap,
 *   attributes: Record<string, string | number | null> | null,
 *   children: Piece[],
 * }} Part
 */

/**
 * How many more elements a text may have.
 *
 * @typedef {{ elements: number }} Left
 */

/** What is opened within so many others stays text. */
const OPEN_AT_ONCE = 16;

/** What may begin something within a line. */
const SPECIAL = /[\\`*_~![]/g;
const ESCAPED = /[!-/:-@[-`{-~]/;
const LINK = /!?\[([^[\]\n]{0,300})\]\(\s?<?([^()<>\s]{1,2000})>?(?:\s"[^"\n]{0,200}")?\)/y;

/** @type {Record<string, Part['tag']>} */
const TAGS = { '*': 'em', _: 'em', '**': 'strong', __: 'strong', '~~': 'del' };

/**
 * @param {Part['tag']} tag
 * @param {Part['attributes']} attributes
 * @param {Piece[]} children
 * @returns {Part}
 */
export function part(tag, attributes, children) {
  return { tag, attributes, children };
}

/**
 * Gives the pieces of a text within a block, in one pass: what is opened and never closed stays
 * text.
 *
 * @param {string} text
 * @param {Left} left
 */
export function inline(text, left) {
  return new Line(text, left).read();
}

/** One pass over a text. */
class Line {
  /**
   * @param {string} text
   * @param {Left} left
   */
  constructor(text, left) {
    this.text = text;
    this.left = left;
    this.ticks = runs(text);
    this.at = 0;
    /** What was read since the last piece. */
    this.words = '';
    /** @type {Piece[]} */
    this.pieces = [];
    /**
     * What is open, the innermost last: its mark, and the pieces before it.
     *
     * @type {{ mark: string, before: Piece[] }[]}
     */
    this.open = [];
  }

  read() {
    const { text } = this;
    while (this.at < text.length && this.left.elements > 0) {
      SPECIAL.lastIndex = this.at;
      const found = SPECIAL.exec(text);
      if (!found) {
        break;
      }
      this.take(found.index - this.at);
      const char = found[0];
      if (char === '\\') {
        this.escape();
      } else if (char === '`') {
        this.code();
      } else if (char === '!' || char === '[') {
        this.link(char);
      } else {
        this.mark(char);
      }
    }
    this.take(text.length - this.at);
    this.flush();
    while (this.open.length > 0) {
      this.drop();
    }
    return this.pieces;
  }

  /**
   * Reads so many characters as words.
   *
   * @param {number} length
   */
  take(length) {
    this.words += this.text.slice(this.at, this.at + length);
    this.at += length;
  }

  flush() {
    if (this.words) {
      this.pieces.push(this.words);
      this.words = '';
    }
  }

  /** @param {...Piece} pieces */
  add(...pieces) {
    this.flush();
    this.left.elements--;
    this.pieces.push(...pieces);
  }

  escape() {
    if (ESCAPED.test(this.text[this.at + 1] ?? '')) {
      this.at++;
    }
    this.take(1);
  }

  code() {
    const length = runLength(this.text, this.at, '`');
    const close = closing(this.ticks, length, this.at);
    if (close < 0) {
      this.take(length);
    } else {
      const words = this.text.slice(this.at + length, close);
      this.add(part('code', { dir: 'ltr' }, [unpadded(words)]));
      this.at = close + length;
    }
  }

  /** @param {string} char */
  link(char) {
    LINK.lastIndex = this.at;
    const link = char === '!' && this.text[this.at + 1] !== '[' ? null : LINK.exec(this.text);
    if (link) {
      this.add(...address(link[1], link[2]));
      this.at += link[0].length;
    } else {
      this.take(1);
    }
  }

  /**
   * Opens or closes what a mark stands for.
   *
   * @param {string} char
   */
  mark(char) {
    const length = runLength(this.text, this.at, char);
    // Of three, those close first that were opened last.
    const isInner = length === 3 && this.open.at(-1)?.mark === char;
    const mark = isInner ? char : char.repeat(Math.min(length, 2));
    if (!TAGS[mark] || length > 3) {
      this.take(length);
      return;
    }
    const before = this.text[this.at - 1] ?? ' ';
    const after = this.text[this.at + length] ?? ' ';
    const canOpen = !/\s/.test(after) && !(char === '_' && isWord(before));
    const canClose = !/\s/.test(before) && !(char === '_' && isWord(after));
    const opened = this.open.findLastIndex(one => one.mark === mark);
    if (canClose && opened >= 0) {
      this.close(opened);
      this.at += mark.length;
    } else if (canOpen && this.open.length < OPEN_AT_ONCE - 1) {
      this.flush();
      this.open.push({ mark, before: this.pieces });
      this.pieces = [];
      this.at += mark.length;
    } else {
      this.take(mark.length);
    }
  }

  /** @param {number} opened the place of what is closed */
  close(opened) {
    this.flush();
    while (this.open.length - 1 > opened) {
      this.drop();
    }
    const closed = this.open.pop();
    if (closed) {
      const inner = this.pieces;
      this.pieces = closed.before;
      this.add(part(TAGS[closed.mark], null, inner));
    }
  }

  /** Makes text again of what was opened last. */
  drop() {
    const never = this.open.pop();
    if (never) {
      const inner = this.pieces;
      this.pieces = never.before;
      this.pieces.push(never.mark);
      for (const piece of inner) {
        this.pieces.push(piece);
      }
    }
  }
}

/** @param {string} char */
function isWord(char) {
  return /[\p{L}\p{N}]/u.test(char);
}

/**
 * An address is text: nothing is loaded for it, and nobody is led anywhere.
 *
 * @param {string} words
 * @param {string} url
 * @returns {Piece[]}
 */
function address(words, url) {
  const shown = words && words !== url ? `(${url})` : url;
  const piece = part('span', { class: 'address', dir: 'ltr' }, [shown]);
  return shown === url ? [piece] : [words, ' ', piece];
}

/**
 * Code that begins or ends with a backtick stands between spaces.
 *
 * @param {string} words
 */
function unpadded(words) {
  return words.startsWith(' ') && words.endsWith(' ') && words.trim() !== ''
    ? words.slice(1, -1)
    : words;
}

/**
 * @param {string} text
 * @param {number} at
 * @param {string} char
 */
function runLength(text, at, char) {
  let end = at + 1;
  while (text[end] === char) {
    end++;
  }
  return end - at;
}

/**
 * The places of the runs of backticks of one length, and which of them are behind.
 *
 * @typedef {{ at: number[], next: number }} Runs
 */

/**
 * The runs of backticks by their length, for one look at each.
 *
 * @param {string} text
 */
function runs(text) {
  /** @type {Map<number, Runs>} */
  const places = new Map();
  for (let at = text.indexOf('`'); at >= 0;) {
    const length = runLength(text, at, '`');
    const known = places.get(length) ?? { at: [], next: 0 };
    places.set(length, known);
    known.at.push(at);
    at = text.indexOf('`', at + length);
  }
  return places;
}

/**
 * The place of the run of backticks that closes one; -1 for none.
 *
 * @param {Map<number, Runs>} places
 * @param {number} length
 * @param {number} at
 */
function closing(places, length, at) {
  const known = places.get(length);
  if (!known) {
    return -1;
  }
  while (known.next < known.at.length && known.at[known.next] <= at) {
    known.next++;
  }
  return known.at[known.next] ?? -1;
}
