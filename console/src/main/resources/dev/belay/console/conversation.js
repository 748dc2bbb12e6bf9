/** The log of a conversation: what was said, and the calls between. */
import { el, fill, foreign } from './dom.js';
import { prose } from './hidden.js';
import { markdown } from './markdown.js';
import { pastCall, ToolCard } from './toolcard.js';

/** Older ones make room. */
const MOST_SHOWN = 500;
const NEAR_PX = 60;

export class Conversation {
  /** @param {(card: ToolCard) => Promise<void>} onCancelCall */
  constructor(onCancelCall) {
    this.onCancelCall = onCancelCall;
    /**
     * The cards of calls by their ids.
     *
     * @type {Map<string, ToolCard>}
     */
    this.cards = new Map();
    /**
     * The agent's message that still grows, if there is one.
     *
     * @type {{ node: Text, body: HTMLElement, all: string } | null}
     */
    this.text = null;
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

  /**
   * @template {HTMLElement} E
   * @param {E} element
   */
  add(element) {
    this.items.append(element);
    if (this.items.childElementCount > MOST_SHOWN) {
      if (!this.items.firstElementChild?.classList.contains('cut')) {
        this.items.prepend(el('p', { class: 'cut note' }, 'What was said before is not shown.'));
      }
      this.items.children[1].remove();
    }
    return element;
  }

  /**
   * Says something of Belay itself.
   *
   * @param {string} words
   */
  note(words, kind = 'note') {
    this.add(el('p', { class: kind }, words));
  }

  /** @param {string} text */
  user(text) {
    this.whole();
    return this.add(message('you', 'You', el('p', { dir: 'auto' }, prose(text))));
  }

  /**
   * A piece of the agent's text: it grows by one text node a frame.
   *
   * @param {string} agent
   * @param {string} piece
   */
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
      this.text.node.appendData(prose(this.pending));
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

  /**
   * The card of a call, made where it is missing.
   *
   * @param {string} id
   * @param {string} name
   */
  card(id, name) {
    let card = this.cards.get(id);
    if (!card) {
      card = new ToolCard(id, name, this.onCancelCall);
      this.cards.set(id, card);
      this.add(card.element);
    }
    return card;
  }

  /** @param {string} id */
  has(id) {
    return this.cards.has(id);
  }

  /** Every call that runs or waits is being stopped. */
  stopping() {
    for (const card of this.cards.values()) {
      card.stopping();
    }
  }

  /**
   * Shows messages as Anthropic's API has them.
   *
   * @param {string} agent
   * @param {Message[]} messages
   */
  history(agent, messages) {
    this.clear();
    /** @type {Map<string, ToolResult>} */
    const results = new Map();
    for (const { content } of messages) {
      for (const block of content) {
        if (block.type === 'tool_result') {
          results.set(block.tool_use_id, block);
        }
      }
    }
    for (const { role, content } of messages.slice(-MOST_SHOWN)) {
      for (const block of content) {
        if (block.type === 'text') {
          this.add(
            role === 'user'
              ? message('you', 'You', el('p', { dir: 'auto' }, prose(block.text)))
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

/**
 * @param {string} kind
 * @param {string} who
 * @param {HTMLElement} body
 */
function message(kind, who, body) {
  return el('div', { class: `said ${kind}` }, el('p', { class: 'who' }, foreign(who, 60)), body);
}

/** The ways in which calls end, in the order in which they are told. */
const ENDS = ['completed', 'failed', 'timed out', 'cancelled', 'denied', 'refused'];

/**
 * Puts into words how many calls of a turn ended in which way.
 *
 * @param {Iterable<{ isOver: boolean, outcome: string | null }>} cards
 */
export function sumUp(cards) {
  const numbers = new Map(ENDS.map(word => [word, 0]));
  for (const card of cards) {
    const word = (card.isOver && card.outcome) || 'without an end';
    numbers.set(word, (numbers.get(word) ?? 0) + 1);
  }
  return [...numbers]
    .filter(([, number]) => number > 0)
    .map(([word, number]) => `${number} ${word}`)
    .join(', ');
}
