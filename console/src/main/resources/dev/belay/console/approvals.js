/** The calls that wait for a person, all that is needed to decide on one, and decisions that still hold. */
import { badge, count, duration, el, fill, foreign, moment, reconcile, setText, visible } from './dom.js';

/** Buttons of a card that has just appeared or changed do nothing for a moment: nobody clicks what has not been read. */
const ARMED_AFTER_MS = 600;

const TERMS = [['1 hour', 3600], ['8 hours', 28800], ['1 day', 86400], ['30 days', 2592000]];

export function open(app) {
  return new Approvals(app);
}

class Approvals {
  constructor(app) {
    this.app = app;
    this.title = 'Approvals';
    this.cards = el('div', { role: 'region', 'aria-label': 'Waiting for a decision' });
    this.rules = el('div');
    this.over = el('div');
    this.empty = el('p', { class: 'empty' }, 'No call waits for a decision.');
    this.element = el('div', null, this.empty, this.cards, this.rules, this.over);
    this.onChange = () => this.draw();
    app.live.addEventListener('change', this.onChange);
    this.timer = setInterval(() => this.tick(), 1000);
    this.keys = { j: () => this.move(1), k: () => this.move(-1), a: () => this.focused()?.belayCard.allow(), d: () => this.focused()?.belayCard.deny(), y: () => this.focused()?.belayCard.allow(), n: () => this.focused()?.belayCard.deny() };
    this.draw();
    this.more();
  }

  close() {
    this.app.live.removeEventListener('change', this.onChange);
    clearInterval(this.timer);
  }

  focused() {
    return document.activeElement?.closest?.('article.approval') ?? null;
  }

  move(steps) {
    const all = [...this.cards.children];
    const at = all.indexOf(this.focused());
    all[Math.min(all.length - 1, Math.max(0, at < 0 ? 0 : at + steps))]?.focus();
  }

  draw() {
    const open = [...(this.app.live.rows.approvals?.values() ?? [])];
    const ids = open.map(one => one.id).join();
    reconcile(this.cards, open, one => one.id, one => {
      const card = new Card(this.app, one, () => this.more());
      card.element.belayCard = card;
      return card.element;
    }, (element, one) => element.belayCard.update(one));
    this.empty.hidden = open.length > 0;
    if (ids !== this.ids) {
      this.ids = ids;
      this.more();
    }
  }

  tick() {
    [...this.cards.children].forEach(element => element.belayCard.tick());
  }

  async more() {
    try {
      const [rules, over] = await Promise.all([this.app.api('/api/approvals/rules'), this.app.api('/api/approvals?state=over')]);
      this.drawRules(rules.rules);
      this.drawOver(over.approvals);
    } catch (error) {
      fill(this.over, el('p', { class: 'trouble' }, error.message));
    }
  }

  drawRules(rules) {
    fill(this.rules, rules.length > 0 ? el('section', { class: 'card' }, el('h2', null, 'Decisions that hold'), el('ul', { class: 'steps' }, rules.map(rule => el('li', null,
      badge(rule.verdict === 'allow' ? 'allowed' : 'denied'),
      el('span', null, foreign(rule.server), ' ', foreign(rule.tool), rule.arguments_sha256 ? ' with the same arguments' : ' with any arguments', ' for ', foreign(rule.principal), rule.session ? ' in one session' : '',
        ', until ', moment(rule.until), ', by ', foreign(rule.by), `, used ${rule.used} times `,
        el('button', { click: event => this.end(rule, event.target) }, 'End')))))) : null);
  }

  async end(rule, button) {
    button.disabled = true;
    try {
      await this.app.api(`/api/approvals/rules/${encodeURIComponent(rule.id)}`, { method: 'DELETE' });
      this.app.say('The decision holds no longer.');
    } catch (error) {
      this.app.alarm(error.message);
    }
    this.more();
  }

  drawOver(over) {
    const newest = [...over].sort((a, b) => b.over_at.localeCompare(a.over_at)).slice(0, 30);
    fill(this.over, newest.length > 0 ? el('section', { class: 'card' }, el('h2', null, 'Decided lately'), el('ul', { class: 'steps' }, newest.map(one => el('li', null, badge(one.state),
      el('span', null, moment(one.over_at), ' ', foreign(one.server ?? ''), ' ', foreign(one.tool), one.by ? [' by ', foreign(one.by), one.via ? ` (${one.via})` : ''] : '', one.note ? [': ', foreign(one.note)] : '',
        one.state === 'expired' ? [' ', el('button', { click: () => this.late(one) }, 'Allow the next equal call')] : null))))) : null);
  }

  async late(one) {
    try {
      const now = await this.app.api(`/api/approvals/${encodeURIComponent(one.id)}/approve`, { method: 'POST', body: {} });
      this.app.say(`It is ${now.state.replaceAll('_', ' ')}.`);
    } catch (error) {
      this.app.alarm(error.message);
    }
    this.more();
  }
}

/** One call that waits, whole. */
export class Card {
  constructor(app, approval, decided = () => {}) {
    this.app = app;
    this.decided = decided;
    this.left = el('span', { class: 'ticks ask' });
    this.body = el('div');
    this.said = el('p', { role: 'status' });
    this.reason = el('input', { 'aria-label': 'Reason for a no', placeholder: 'reason (for the model)', maxlength: '500' });
    this.scope = el('select', { 'aria-label': 'What the decision holds for' }, el('option', { value: 'once' }, 'this call'));
    this.denyButton = el('button', { class: 'danger', click: () => this.deny() }, 'Deny');
    this.allowButton = el('button', { class: 'go', click: () => this.allow() }, 'Allow once');
    this.scope.addEventListener('change', () => setText(this.allowButton, this.scope.value === 'once' ? 'Allow once' : 'Allow'));
    this.element = el('article', { class: 'card approval', tabindex: '0', 'aria-label': `Approve ${visible(approval.tool)}?` });
    this.update(approval);
    this.load();
  }

  update(approval) {
    const isNew = JSON.stringify(approval) !== this.seen;
    this.seen = JSON.stringify(approval);
    this.approval = approval;
    if (isNew) {
      this.armedAt = performance.now() + ARMED_AFTER_MS;
      fill(this.element, el('div', { class: 'bar' }, badge('needs you'), el('strong', null, foreign(approval.tool)), approval.server ? [' on ', foreign(approval.server)] : null, el('span', { class: 'grow' }), this.left),
        el('dl', { class: 'facts' }, el('dt', null, 'Why asked'), el('dd', null, foreign(approval.reason || 'the configuration asks for it'), approval.destructive ? el('strong', { class: 'bad' }, ' · the tool may destroy something, it says') : ''),
          el('dt', null, 'For'), el('dd', null, foreign(approval.principal), approval.turn ? [', turn ', foreign(approval.turn, 80)] : '', approval.allowed_by?.length ? [' · allowed by ', approval.allowed_by.map(name => [foreign(name), ' ']), `(${approval.allowed_by.length} of ${approval.approvers})`] : '')),
        this.body, el('div', { class: 'bar' }, this.denyButton, this.reason, el('span', { class: 'grow' }), this.scope, this.allowButton), this.said);
    }
    this.tick();
  }

  tick() {
    setText(this.left, `${duration(Math.max(0, (new Date(this.approval.expires_at) - Date.now()) / 1000))} left`);
  }

  async load() {
    fill(this.body, el('p', { class: 'dim' }, 'Loading the arguments…'));
    this.allowButton.disabled = true;
    let whole;
    try {
      whole = await this.app.api(`/api/approvals/${encodeURIComponent(this.approval.id)}`);
    } catch (error) {
      fill(this.body, el('p', { class: 'trouble' }, `The arguments cannot be shown: ${error.message}. `, el('button', { click: () => this.load() }, 'Try again')));
      return;
    }
    const shown = el('pre', { tabindex: '0', 'aria-label': 'Arguments' }, visible(whole.shown ?? '{}', true));
    fill(this.body, (whole.facts ?? []).map(fact => el('p', { class: 'warn' }, '▲ ', foreign(fact))), shown, this.difference(whole.difference),
      el('p', { class: 'dim mono' }, `exactly this runs: sha256 ${(whole.arguments_sha256 ?? '').slice(0, 16)}…`));
    this.scopes(whole);
    // Nothing is allowed whose end was not on the screen.
    const seen = () => {
      if (shown.scrollTop + shown.clientHeight >= shown.scrollHeight - 4) {
        this.allowButton.disabled = false;
        setText(this.said, '');
      } else if (this.allowButton.disabled) {
        setText(this.said, 'Read the arguments to their end to allow the call.');
      }
    };
    shown.addEventListener('scroll', seen);
    requestAnimationFrame(seen);
  }

  scopes(whole) {
    const options = [['once', 'this call']];
    for (const [name, seconds] of TERMS) {
      options.push([`same ${seconds}`, `equal calls, ${name}`]);
    }
    if (!whole.destructive) {
      for (const [name, seconds] of TERMS) {
        options.push([`tool ${seconds}`, `any call of this tool, ${name}`]);
      }
    }
    fill(this.scope, options.map(([value, text]) => el('option', { value }, text)));
  }

  difference(difference) {
    if (!difference || difference.result === 'no_earlier') {
      return el('p', { class: 'dim' }, 'No call of this tool has been allowed before.');
    }
    if (difference.result !== 'different') {
      return el('p', { class: 'dim' }, difference.result === 'equal' ? 'The last allowed call had the same arguments.' : 'Too long to be compared with the last allowed call.');
    }
    return el('details', { open: true }, el('summary', null, `${count(difference.changes.length + difference.more, 'difference')} from the last allowed call`),
      el('ul', null, difference.changes.map(change => el('li', { class: 'mono' }, foreign(change.pointer || '(all)'), ': ', foreign(change.old ?? 'none', 200), ' → ', foreign(change.new ?? 'none', 200)))),
      difference.more > 0 ? el('p', null, `and ${difference.more} more`) : null);
  }

  async allow() {
    if (this.allowButton.disabled || performance.now() < this.armedAt) {
      return;
    }
    const [scope, seconds] = this.scope.value.split(' ');
    if (this.approval.destructive && !await this.app.confirm({ title: 'Allow what may destroy something?', text: [foreign(this.approval.tool), el('pre', null, this.body.querySelector('pre')?.textContent.slice(0, 2000) ?? '')], yes: 'Allow it', no: 'Not yet' })) {
      return;
    }
    await this.decide('approve', scope === 'once' ? {} : { scope, for: Number(seconds) });
  }

  async deny() {
    if (performance.now() < this.armedAt) {
      return;
    }
    await this.decide('deny', this.reason.value ? { reason: this.reason.value } : {});
  }

  async decide(verdict, body) {
    this.allowButton.disabled = this.denyButton.disabled = true;
    try {
      const now = await this.app.api(`/api/approvals/${encodeURIComponent(this.approval.id)}/${verdict}`, { method: 'POST', body });
      const words = now.state === 'open' ? 'Another person must allow it too.' : `${now.state.replaceAll('_', ' ')}. ${now.warning ?? ''}`;
      setText(this.said, words);
      this.app.say(words);
    } catch (error) {
      setText(this.said, error.message);
      this.app.alarm(error.message);
      this.allowButton.disabled = this.denyButton.disabled = false;
    }
    this.decided();
  }
}
