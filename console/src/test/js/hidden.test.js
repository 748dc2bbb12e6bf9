import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { prose, shortened, visible } from '../../main/resources/dev/belay/console/hidden.js';

const COLUMNS = ['terminal', 'arguments', 'names', 'prose'];

/** The code points that a column of the list hides, which the gateway's tests read too. */
function listed(column) {
  const hidden = new Set();
  for (const line of readFileSync(new URL('../resources/hidden.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')) {
    if (!line.startsWith('#')) {
      const [range, ...words] = line.split(/ +/);
      const [from, to = from] = range.split('..').map(code => parseInt(code, 16));
      assert.equal(words.length, COLUMNS.length, line);
      if (words[COLUMNS.indexOf(column)] === 'hidden') {
        for (let point = from; point <= to; point++) {
          hidden.add(point);
        }
      }
    }
  }
  return hidden;
}

/** Where `show` and the list differ. */
function differing(show, hidden) {
  const found = [];
  for (let point = 0; point <= 0x10ffff; point++) {
    const char = String.fromCodePoint(point);
    const code = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
    if (show(char) !== (hidden(point, char) ? `⟦${code}⟧` : char)) {
      found.push(code);
    }
  }
  return found.slice(0, 20);
}

test('names hide what the list says, and what is unassigned', () => {
  const names = listed('names');
  const isHidden = (point, char) => names.has(point) || /\p{Cn}/u.test(char);
  assert.deepEqual(differing(visible, isHidden), []);
});

test('prose hides what the list says', () => {
  const inProse = listed('prose');
  assert.deepEqual(
    differing(prose, point => inProse.has(point)),
    [],
  );
});

test('what prose hides is hidden in names, and what terminals obey in both', () => {
  const names = listed('names');
  const inProse = listed('prose');
  assert.ok([...inProse].every(point => names.has(point)));
  const lines = new Set([9, 10]);
  assert.ok([...listed('terminal')].every(point => lines.has(point) || inProse.has(point)));
});

test('lines and tabs stay where a text has lines', () => {
  assert.equal(visible('a\tb\nc\r\u202e'), 'a⟦U+0009⟧b⟦U+000A⟧c⟦U+000D⟧⟦U+202E⟧');
  assert.equal(visible('a\tb\nc\r\u202e', true), 'a\tb\nc⟦U+000D⟧⟦U+202E⟧');
  assert.equal(prose('a\tb\nc\u202e'), 'a\tb\nc⟦U+202E⟧');
});

test('scripts and emoji stay whole in prose', () => {
  const text = 'naïve, 東京\u3000, שלום, नमस्\u200dते, 👨\u200d👩\u200d👧 ❤\ufe0f';
  assert.equal(prose(text), text);
});

test('whatever is shown is a text', () => {
  assert.equal(visible(null), 'null');
  assert.equal(visible(12), '12');
});

test('a short text has an ellipsis for the rest, and no half of a character', () => {
  assert.equal(shortened('abc', 3), 'abc');
  assert.equal(shortened('abcd', 3), 'abc…');
  assert.equal(shortened('ab😀d', 3), 'ab…');
  assert.equal(shortened('ab😀d', 4), 'ab😀…');
});
