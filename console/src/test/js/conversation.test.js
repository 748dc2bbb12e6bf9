import assert from 'node:assert/strict';
import { test } from 'node:test';
import { turnEnding, untilQuestion } from '../../main/resources/dev/belay/console/answer.js';
import { sumUp } from '../../main/resources/dev/belay/console/conversation.js';
import { shortInput, told } from '../../main/resources/dev/belay/console/toolcard.js';

test('the calls of a turn are counted by their ends', () => {
  const over = outcome => ({ isOver: true, outcome });
  assert.equal(sumUp([]), '');
  assert.equal(
    sumUp([
      { isOver: false, outcome: 'cancelled' },
      over('denied'),
      over('completed'),
      over('timed out'),
      over('completed'),
    ]),
    '2 completed, 1 timed out, 1 denied, 1 without an end',
  );
});

test('arguments are one short line', () => {
  assert.equal(shortInput(null), '');
  assert.equal(shortInput({ path: 'a "b"', limit: 3 }), 'path="a \\"b\\"" limit=3');
  assert.equal(shortInput([1, 2]), '[1,2]');
  assert.equal(shortInput({ text: 'x'.repeat(20) }, 10), 'text="xxxx…');
});

test('the first word of a result tells how Belay ended a call', () => {
  assert.equal(told('[TIMEOUT] after 3 s'), 'timed out');
  assert.equal(told('[CANCELLED] by user'), 'cancelled');
  assert.equal(told('[DENIED] no'), 'denied');
  assert.equal(told('[REFUSED] no'), 'refused');
  assert.equal(told('[OTHER] no'), null);
  assert.equal(told('a [DENIED] later'), null);
});

test('a turn ends with words; that a person cancelled it is no trouble', () => {
  assert.deepEqual(turnEnding('turn_complete', {}, 'main'), {
    words: 'main has answered',
    isTrouble: false,
    isAbort: false,
  });
  assert.equal(turnEnding('turn_abort', { detail: 'user' }, 'main').isTrouble, false);
  assert.equal(turnEnding('turn_abort', { detail: 'loop' }, 'main').isTrouble, true);
  assert.equal(turnEnding('turn_abort', {}, 'main').words, 'The turn was aborted');
});

test('the last question is what a person said, not the result of a call', () => {
  const messages = [
    { role: 'user', content: [{ type: 'text', text: 'first' }] },
    { role: 'assistant', content: [{ type: 'text', text: 'yes' }] },
    { role: 'user', content: [{ type: 'text', text: 'second' }] },
    { role: 'assistant', content: [{ type: 'tool_use', id: '1', name: 'a', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: '1', content: 'b' }] },
  ];
  assert.deepEqual(untilQuestion(messages), messages.slice(0, 3));
  assert.deepEqual(untilQuestion([]), []);
});
