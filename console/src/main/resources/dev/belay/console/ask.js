/** A call that waits for a person, as a card in its conversation. */
import { count, duration, el, fill, foreign, setText } from './dom.js';

/** Buttons do nothing for this long after they have appeared, so that no click meant for something else decides. */
const ARM_MS = 600;

/** Asks about one approval; `row` is what the feed says of it. */
export class AskCard {
  constructor(app, row) {
    this.app = app;
    this.row = row;
    this.isOver = false;
    this.hasSeenAll = false;
    this.isArmed = false;
    this.left = el('span', { class: 'ticks' });
    this.said = el('p', { class: 'detail' });
    this.body = el('div', null, el('p', { class: 'dim' }, 'Loading its arguments…'));
    this.allow = el('button', { class: 'go', disabled: true, click: () => this.decide('approve') }, 'Allow once');
    this.deny = el('button', { class: 'danger', disabled: true, click: () => this.decide('deny') }, 'Deny');
    this.buttons = el('p', { class: 'actions' }, this.deny, this.allow);
    this.element = el('div', { class: 'asks', role: 'group', tabindex: '-1', 'aria-label': `Allow ${row.tool}?`, keydown: event => this.onKey(event) },
      el('p', { class: 'head' }, el('span', { class: 'badge ask' }, '⏸ needs you'), el('strong', null, 'Allow ', foreign(row.tool, 120), '?'),
        el('span', { class: 'dim' }, 'on server ', foreign(row.server, 80)), el('span', { class: 'grow' }), this.left),
      this.body, this.said, this.buttons);
    this.load();
  }

  async load() {
    try {
      const one = await this.app.api(`/api/approvals/${encodeURIComponent(this.row.id)}`);
      if (one.state !== 'open') {
        this.over(one);
        return;
      }
      this.isDestructive = one.destructive;
      this.show(one);
      setTimeout(() => { this.isArmed = true; this.enable(); }, ARM_MS);
    } catch (error) {
      fill(this.body, el('p', { class: 'trouble' }, `Its arguments cannot be shown, so it cannot be allowed here: ${error.message}`));
    }
  }

  show(one) {
    const all = el('pre', { tabindex: '0', dir: 'ltr', 'aria-label': 'All arguments', scroll: () => this.look(all) }, one.shown ?? '');
    fill(this.body,
      one.reason ? el('p', null, 'Why you are asked: ', foreign(one.reason)) : null,
      one.destructive ? el('p', { class: 'warn' }, '▲ The tool says that it may destroy something.') : null,
      one.approvers > 1 ? el('p', { class: 'note' }, `${count(one.approvers, 'person', 'people')} must allow it; ${one.allowed_by.length} has.`) : null,
      all,
      (one.facts ?? []).length > 0 ? el('ul', { class: 'warn' }, one.facts.map(fact => el('li', null, foreign(fact, 1_000)))) : null,
      one.shown === undefined ? el('p', { class: 'trouble' }, 'Its arguments are too long to be shown here.') : null);
    this.canBeAllowed = one.shown !== undefined;
    requestAnimationFrame(() => this.look(all));
  }

  /** Nothing is allowed whose end was never on screen. */
  look(all) {
    if (all.isConnected && all.scrollTop + all.clientHeight >= all.scrollHeight - 4) {
      this.hasSeenAll = true;
    }
    this.enable();
  }

  enable() {
    const canDecide = this.isArmed && !this.isOver && !this.isDeciding;
    this.deny.disabled = !canDecide;
    this.allow.disabled = !canDecide || !this.hasSeenAll || !this.canBeAllowed;
    this.allow.title = this.canBeAllowed && !this.hasSeenAll ? 'Scroll to the end of the arguments first' : '';
  }

  onKey(event) {
    if (event.target !== this.element || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const button = { a: this.allow, d: this.deny }[event.key];
    if (button) {
      event.preventDefault();
      button.click();
    }
  }

  async decide(verb) {
    if (verb === 'approve' && this.isDestructive) {
      const yes = await this.app.confirm({ title: `Run ${this.row.tool}?`, text: 'The tool says that it may destroy something. It runs with exactly the arguments on the card.', yes: 'Run it', no: 'Not yet' });
      if (!yes || this.isOver) {
        return;
      }
    }
    this.isDeciding = true;
    this.enable();
    try {
      this.over(await this.app.api(`/api/approvals/${encodeURIComponent(this.row.id)}/${verb}`, { method: 'POST', body: {} }));
    } catch (error) {
      setText(this.said, error.message);
      this.said.className = 'detail trouble';
      this.isDeciding = false;
      this.enable();
    }
  }

  /** Shows how long it still waits. */
  tick() {
    if (!this.isOver) {
      const left = (Date.parse(this.row.expires_at) - Date.now()) / 1000;
      setText(this.left, left > 0 ? `${duration(Math.floor(left))} left` : 'its time is over');
    }
  }

  /** It waits no longer: somebody has decided, or its call is gone; asks how it ended, if nobody knows. */
  async gone() {
    if (this.isOver || this.isDeciding) {
      return;
    }
    let one = { state: 'withdrawn' };
    try {
      one = await this.app.api(`/api/approvals/${encodeURIComponent(this.row.id)}`);
    } catch {
      // It is forgotten, or nobody answers.
    }
    // A feed that begins anew has no rows for a moment.
    if (one.state !== 'open' && !this.isOver) {
      this.over(one);
    }
  }

  over(one) {
    if (one.state === 'open') {
      this.isDeciding = false;
      setText(this.said, 'Your yes counts; another person must allow it too.');
      this.enable();
      return;
    }
    this.isOver = true;
    const [glyph, words, kind] = ENDS[one.state] ?? ['•', one.state, 'calm'];
    fill(this.element, el('p', { class: 'head' }, el('span', { class: `badge ${kind}` }, `${glyph} ${words}`), foreign(this.row.tool, 120),
      one.by ? el('span', { class: 'dim' }, 'by ', foreign(one.by, 60)) : null, one.note ? el('span', { class: 'dim' }, foreign(one.note, 200)) : null));
    this.element.removeAttribute('tabindex');
    this.element.setAttribute('aria-label', `${words}: ${this.row.tool}`);
  }
}

const ENDS = {
  allowed: ['✓', 'allowed', 'good'], denied: ['⛔', 'denied', 'bad'], expired: ['⏱', 'not decided in time', 'calm'],
  granted_late: ['✓', 'allowed too late for this call', 'good'], withdrawn: ['⊘', 'no longer asked', 'calm'],
};
