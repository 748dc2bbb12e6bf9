/** The log of a conversation: what was said, and the calls between. */
import { el, fill, foreign } from './dom.js';
import { markdown, plain } from './markdown.js';
import { pastCall, ToolCard } from './toolcard.js';

/** Older ones make room. */
const MOST_SHOWN = 500;
const NEAR_PX = 60;

export class Conversation {
  constructor(onCancelCall) {
    this.onCancelCall = onCancelCall;
    this.cards = new Map();
    this.pending = '';
    this.frame = 0;
    this.isAtEnd = true;
    this.top = 0;
    this.items = el('div', { class: 'items' });
    // Silent: its end is told in one status, not word by word.
    this.log = el(
      'div',
      {
        class: 'log',
        role: 'log',
        'aria-live': 'off',
        'aria-label': 'Conversation',
        tabindex: '0',
        scroll: () => this.onScroll(),
      },
      this.items,
    );
    this.down = el(
      'button',
      { class: 'down', hidden: true, click: () => this.toEnd() },
      '↓ Newest',
    );
    this.element = el('div', { class: 'conversation' }, this.log, this.down);
    this.size = new ResizeObserver(() => this.settle());
    this.size.observe(this.items);
  }

  close() {
    this.size.disconnect();
    cancelAnimationFrame(this.frame);
  }

  onScroll() {
    const log = this.log;
    // An event of our own scrolling can come after more was added: only a way up leaves the end.
    const isUp = log.scrollTop < this.top - 1;
    this.top = log.scrollTop;
    if (log.scrollHeight - log.scrollTop - log.clientHeight < NEAR_PX) {
      this.isAtEnd = true;
    } else if (isUp) {
      this.isAtEnd = false;
    }
    this.down.hidden = this.isAtEnd;
  }

  toEnd() {
    this.isAtEnd = true;
    this.settle();
    this.down.hidden = true;
  }

  /** Stays at the end, if the reader is there. */
  settle() {
    if (this.isAtEnd) {
      this.log.scrollTop = this.log.scrollHeight;
    }
  }

  clear() {
    fill(this.items);
    this.cards.clear();
    this.text = null;
    this.pending = '';
    this.isAtEnd = true;
    this.down.hidden = true;
  }

  add(element) {
    this.items.append(element);
    if (this.items.childElementCount > MOST_SHOWN) {
      if (!this.items.firstElementChild.classList.contains('cut')) {
        this.items.prepend(el('p', { class: 'cut note' }, 'What was said before is not shown.'));
      }
      this.items.children[1].remove();
    }
    return element;
  }

  /** Says something of Belay itself. */
  note(words, kind = 'note') {
    this.add(el('p', { class: kind }, words));
  }

  user(text) {
    this.whole();
    return this.add(message('you', 'You', el('p', { dir: 'auto' }, plain(text))));
  }

  /** A piece of the agent's text: it grows by one text node a frame. */
  say(agent, piece) {
    if (!this.text) {
      const node = document.createTextNode('');
      const body = el('div', { class: 'markdown streaming', dir: 'auto' }, el('p', null, node));
      this.text = { node, body, all: '' };
      this.add(message('agent', agent, body));
    }
    this.pending += piece;
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.flush();
    });
  }

  flush() {
    if (this.text && this.pending) {
      this.text.all += this.pending;
      this.text.node.appendData(plain(this.pending));
      this.pending = '';
    }
  }

  /** The agent's message is whole: now its Markdown counts. Gives its text. */
  whole() {
    if (!this.text) {
      return '';
    }
    this.flush();
    const { body, all } = this.text;
    this.text = null;
    body.replaceWith(markdown(all));
    return all;
  }

  /** The card of a call, made where it is missing. */
  card(id, name) {
    let card = this.cards.get(id);
    if (!card) {
      card = new ToolCard(id, name, this.onCancelCall);
      this.cards.set(id, card);
      this.add(card.element);
    }
    return card;
  }

  has(id) {
    return this.cards.has(id);
  }

  /** Every call that runs or waits is being stopped. */
  stopping() {
    for (const card of this.cards.values()) {
      card.stopping();
    }
  }

  /** Shows messages as Anthropic's API has them. */
  history(agent, messages) {
    this.clear();
    const results = new Map();
    for (const { content } of messages) {
      content
        .filter(block => block.type === 'tool_result')
        .forEach(block => results.set(block.tool_use_id, block));
    }
    for (const { role, content } of messages.slice(-MOST_SHOWN)) {
      for (const block of content) {
        if (block.type === 'text') {
          this.add(
            role === 'user'
              ? message('you', 'You', el('p', { dir: 'auto' }, plain(block.text)))
              : message('agent', agent, markdown(block.text)),
          );
        } else if (block.type === 'tool_use') {
          this.add(pastCall(block, results.get(block.id)).element);
        }
      }
    }
    this.toEnd();
  }

  tick() {
    for (const card of this.cards.values()) {
      card.tick();
    }
  }

  /**
   * The turn is over: its calls are no longer told apart from those of the next one, and none can
   * be cancelled.
   */
  forgetCards() {
    this.cards.forEach(card => card.lost());
    this.cards = new Map();
  }
}

function message(kind, who, body) {
  return el('div', { class: `said ${kind}` }, el('p', { class: 'who' }, foreign(who, 60)), body);
}

/** Puts into words how many calls of the turn ended in which way. */
export function sumUp(conversation) {
  const ends = new Map(
    ['completed', 'failed', 'timed out', 'cancelled', 'denied', 'refused'].map(word => [word, 0]),
  );
  for (const card of conversation.cards.values()) {
    const word = card.isOver ? card.glyph.textContent.slice(2) : 'without an end';
    ends.set(word, (ends.get(word) ?? 0) + 1);
  }
  return [...ends]
    .filter(([, number]) => number > 0)
    .map(([word, number]) => `${number} ${word}`)
    .join(', ');
}
