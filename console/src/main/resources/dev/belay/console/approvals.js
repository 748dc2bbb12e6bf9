/**
 * The calls that wait for a person, all that is needed to decide on one, and decisions that still
 * hold.
 */
import { AskCard, focusedAsk } from './ask.js';
import { badge, el, fill, foreign, moment } from './dom.js';
import { visible } from './hidden.js';
import { Rows, moveFocus } from './list.js';
import { troubleOf } from './session.js';
import { spaced } from './words.js';

/** Decisions that are shown; the history has all. */
const MOST_OVER = 30;

/** @param {App} app */
export function open(app) {
  return new Approvals(app);
}

class Approvals {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.title = 'Approvals';
    const cards = el('div', { role: 'region', 'aria-label': 'Waiting for a decision' });
    /** @type {Rows<ApprovalRow, AskCard>} */
    this.cards = new Rows(
      cards,
      one => one.id,
      one => new AskCard(app, one, () => this.more()),
    );
    this.rules = el('div');
    this.over = el('div');
    this.empty = el('p', { class: 'empty' }, 'No call waits for a decision.');
    this.element = el('div', null, this.empty, cards, this.rules, this.over);
    this.onChange = () => this.draw();
    app.live.addEventListener('change', this.onChange);
    this.timer = setInterval(() => this.tick(), 1000);
    this.keys = {
      j: () => moveFocus(cards, 1),
      k: () => moveFocus(cards, -1),
      a: () => focusedAsk()?.allow.click(),
      d: () => focusedAsk()?.deny.click(),
    };
    this.isReading = false;
    /** Whether something was decided while the rest was read. */
    this.isOld = false;
    this.ids = '';
    /** @type {string | null} */
    this.overKey = null;
    this.draw();
    this.more();
  }

  close() {
    this.app.live.removeEventListener('change', this.onChange);
    clearInterval(this.timer);
  }

  draw() {
    const open = [...this.app.live.topic('approvals').values()];
    const ids = open.map(one => one.id).join();
    this.cards.set(open);
    this.empty.hidden = open.length > 0;
    if (ids !== this.ids) {
      this.ids = ids;
      this.more();
    }
  }

  tick() {
    this.cards.byKey.forEach(card => card.tick());
  }

  /** Reads the rest again: one answer at a time, the last of which counts. */
  async more() {
    if (this.isReading) {
      this.isOld = true;
      return;
    }
    this.isReading = true;
    this.isOld = false;
    try {
      const [rules, over] = await Promise.all([
        this.app.api('/api/approvals/rules'),
        this.app.api('/api/approvals?state=over'),
      ]);
      this.drawRules(rules.rules);
      this.drawOver(over.approvals);
    } catch (error) {
      this.overKey = null;
      fill(this.over, el('p', { class: 'trouble' }, troubleOf(error).message));
    }
    this.isReading = false;
    if (this.isOld) {
      this.more();
    }
  }

  /** @param {ApprovalRule[]} rules */
  drawRules(rules) {
    const lines = rules.map(rule => this.ruleLine(rule));
    fill(this.rules, lines.length > 0 ? card('Decisions that hold', lines) : null);
  }

  /** @param {ApprovalRule} rule */
  ruleLine(rule) {
    /** @type {HTMLButtonElement} */
    const end = el('button', { click: () => this.end(rule, end) }, 'End');
    const words = el(
      'span',
      null,
      foreign(rule.server),
      ' ',
      foreign(rule.tool),
      rule.arguments_sha256 ? ' with the same arguments' : ' with any arguments',
      ' for ',
      foreign(rule.principal),
      rule.session ? ' in one session' : '',
      ', until ',
      moment(rule.until),
      ', by ',
      foreign(rule.by),
      `, used ${rule.used} times `,
      end,
    );
    return el('li', null, badge(rule.verdict === 'allow' ? 'allowed' : 'denied'), words);
  }

  /**
   * @param {ApprovalRule} rule
   * @param {HTMLButtonElement} button
   */
  async end(rule, button) {
    button.disabled = true;
    try {
      await this.app.api(`/api/approvals/rules/${encodeURIComponent(rule.id)}`, {
        method: 'DELETE',
      });
      this.app.say('The decision holds no longer.');
    } catch (error) {
      this.app.alarm(troubleOf(error).message);
    }
    this.more();
  }

  /** @param {Approval[]} over */
  drawOver(over) {
    const key = over.map(one => one.id + one.state).join();
    if (key === this.overKey) {
      return;
    }
    this.overKey = key;
    const newest = over.toSorted((a, b) => b.over_at.localeCompare(a.over_at)).slice(0, MOST_OVER);
    const lines = newest.map(one => this.overLine(one));
    fill(this.over, lines.length > 0 ? card('Decided lately', lines) : null);
  }

  /** @param {Approval} one */
  overLine(one) {
    const again = el('button', { click: () => this.late(one) }, 'Allow the next equal call');
    const words = el(
      'span',
      null,
      moment(one.over_at),
      ' ',
      foreign(one.server),
      ' ',
      foreign(one.tool),
      one.by ? [' by ', foreign(one.by), one.via ? ` (${one.via})` : ''] : '',
      one.client ? [', asked by ', foreign(one.client, 80)] : '',
      one.note ? [': ', foreign(one.note)] : '',
      this.argumentsOf(one),
      one.state === 'expired' ? [' ', again] : null,
    );
    return el('li', null, badge(one.state), words);
  }

  /**
   * What a decision was about, read once somebody looks.
   *
   * @param {Approval} one
   */
  argumentsOf(one) {
    let isRead = false;
    /** @type {HTMLDetailsElement} */
    const details = el(
      'details',
      {
        toggle: async () => {
          if (details.open && !isRead) {
            isRead = true;
            const text = visible(await this.readArguments(one), true);
            details.append(el('pre', { tabindex: '0', dir: 'ltr' }, text));
          }
        },
      },
      el('summary', null, 'Arguments'),
    );
    return details;
  }

  /**
   * @param {Approval} one
   * @returns {Promise<string>}
   */
  async readArguments(one) {
    try {
      /** @type {Approval} */
      const { shown } = await this.app.api(`/api/approvals/${encodeURIComponent(one.id)}`);
      return shown ?? 'They were long, and are kept no more.';
    } catch (error) {
      const { status, message } = troubleOf(error);
      return status === 404 ? 'They are kept no more.' : message;
    }
  }

  /** @param {Approval} one */
  async late(one) {
    try {
      /** @type {Approval} */
      const now = await this.app.api(`/api/approvals/${encodeURIComponent(one.id)}/approve`, {
        method: 'POST',
        body: {},
      });
      this.app.say(`It is ${spaced(now.state)}.`);
    } catch (error) {
      this.app.alarm(troubleOf(error).message);
    }
    this.more();
  }
}

/**
 * @param {string} title
 * @param {HTMLElement[]} lines
 */
function card(title, lines) {
  return el(
    'section',
    { class: 'card' },
    el('h2', null, title),
    el('ul', { class: 'steps' }, lines),
  );
}
