import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsed } from '../../main/resources/dev/belay/console/markdown.js';

/** The pieces of a text in a short form: `p(words, em(more))`. */
function short(text) {
  return parsed(text).children.map(write).join(' ');
}

function write(piece) {
  return typeof piece === 'string' ? piece : `${piece.tag}(${piece.children.map(write).join('')})`;
}

function elements(piece) {
  return typeof piece === 'string'
    ? 0
    : piece.children.reduce((sum, child) => sum + elements(child), 1);
}

test('blocks are told apart', () => {
  for (const [text, pieces] of [
    ['a\nb\n\nc', 'p(a\nb) p(c)'],
    ['# a #\ntext', 'h3(a) p(text)'],
    ['###### a', 'h6(a)'],
    ['---', 'hr()'],
    ['> a\n> b\nc', 'blockquote(p(a\nb)) p(c)'],
    ['```js\nlet a;\n```\nb', 'pre(code(let a;)) p(b)'],
    ['```\nnever closed', 'pre(code(never closed))'],
    ['- a\n- b\n  - c\n\nd', 'ul(li(p(a))li(p(b)ul(li(p(c))))) p(d)'],
    ['1. a\n2. b', 'ol(li(p(a))li(p(b)))'],
    ['a | b\n--|--\n1 | 2\n3', 'div(table(thead(tr(th(a)th(b)))tbody(tr(td(1)td(2))))) p(3)'],
  ]) {
    assert.equal(short(text), pieces, JSON.stringify(text));
  }
});

test('emphasis and code are told apart, and what is never closed stays text', () => {
  for (const [text, pieces] of [
    ['*a* **b** ~~c~~ `d`', 'p(em(a) strong(b) del(c) code(d))'],
    ['***a***', 'p(strong(em(a)))'],
    ['*a **b*', 'p(em(a **b))'],
    ['**a', 'p(**a)'],
    ['snake_case_name', 'p(snake_case_name)'],
    ['_a_ x_b_ c', 'p(em(a) x_b_ c)'],
    ['2 * 3 * 4', 'p(2 * 3 * 4)'],
    ['\\*a\\*', 'p(*a*)'],
    ['`` a`b ``', 'p(code(a`b))'],
    ['`a', 'p(`a)'],
  ]) {
    assert.equal(short(text), pieces, JSON.stringify(text));
  }
});

test('an address is text, and nothing is markup', () => {
  assert.equal(short('[a](https://b.example)'), 'p(a span((https://b.example)))');
  assert.equal(short('![a](https://b.example)'), 'p(a span((https://b.example)))');
  assert.equal(short('[x](x)'), 'p(span(x))');
  assert.equal(short('<img src=x onerror=a()>'), 'p(<img src=x onerror=a()>)');
});

test('a list goes on from its first number', () => {
  assert.deepEqual(parsed('7. a').children[0].attributes, { start: 7 });
  assert.equal(parsed('1. a').children[0].attributes, null);
});

test('hidden characters are shown, and line breaks of all systems count', () => {
  assert.equal(short('a\u202eb\r\nc\rd'), 'p(a⟦U+202E⟧b\nc\nd)');
});

test('hostile text has few elements, and all of its words', () => {
  for (const piece of [
    ...['*', '**a ', '*a **b ', '_a', '`', '`a``', '[a](b) ', '[', '](', '![', '\u202e'],
    ...['> ', '- ', '- a\n', '- a\n\n', '|', 'a|b\n-|-\n', '# \n', '```\n', '\n'],
  ]) {
    const text = piece.repeat(2 ** 20 / piece.length);
    assert.ok(elements(parsed(text)) < 10_000, piece);
  }
  const long = 'a'.repeat(500_000);
  assert.equal(parsed(long).children.map(write).join('').length, long.length + 'p()p()'.length);
});
