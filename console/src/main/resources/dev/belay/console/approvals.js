/**
 * The calls that wait for a person, all that is needed to decide on one, and decisions that still
 * hold.
 */
import { AskCard } from './ask.js';
import { badge, el, fill, foreign, moment, reconcile, visible } from './dom.js';

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
    this.keys = {
      j: () => this.move(1),
      k: () => this.move(-1),
      a: () => this.focused()?.belayCard.allow.click(),
      d: () => this.focused()?.belayCard.deny.click(),
    };
    this.draw();
    this.more();
  }

  close() {
    this.app.live.removeEventListener('change', this.onChange);
    clearInterval(this.timer);
  }

  focused() {
    return document.activeElement?.closest?.('article.asks') ?? null;
  }

  move(steps) {
    const all = [...this.cards.children];
    const at = all.indexOf(this.focused());
    all[Math.min(all.length - 1, Math.max(0, at < 0 ? 0 : at + steps))]?.focus();
  }

  draw() {
    const open = [...(this.app.live.rows.approvals?.values() ?? [])];
    const ids = open.map(one => one.id).join();
    reconcile(
      this.cards,
      open,
      one => one.id,
      one => new AskCard(this.app, one, () => this.more()).element,
      (element, one) => element.belayCard.update(one),
    );
    this.empty.hidden = open.length > 0;
    if (ids !== this.ids) {
      this.ids = ids;
      this.more();
    }
  }

  tick() {
    [...this.cards.children].forEach(element => element.belayCard.tick());
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
      fill(this.over, el('p', { class: 'trouble' }, error.message));
    }
    this.isReading = false;
    if (this.isOld) {
      this.more();
    }
  }

  drawRules(rules) {
    fill(
      this.rules,
      rules.length > 0
        ? el(
            'section',
            { class: 'card' },
            el('h2', null, 'Decisions that hold'),
            el(
              'ul',
              { class: 'steps' },
              rules.map(rule =>
                el(
                  'li',
                  null,
                  badge(rule.verdict === 'allow' ? 'allowed' : 'denied'),
                  el(
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
                    el('button', { click: event => this.end(rule, event.target) }, 'End'),
                  ),
                ),
              ),
            ),
          )
        : null,
    );
  }

  async end(rule, button) {
    button.disabled = true;
    try {
      await this.app.api(`/api/approvals/rules/${encodeURIComponent(rule.id)}`, {
        method: 'DELETE',
      });
      this.app.say('The decision holds no longer.');
    } catch (error) {
      this.app.alarm(error.message);
    }
    this.more();
  }

  drawOver(over) {
    const key = over.map(one => one.id + one.state).join();
    if (key === this.overKey) {
      return;
    }
    this.overKey = key;
    const newest = [...over].sort((a, b) => b.over_at.localeCompare(a.over_at)).slice(0, 30);
    fill(
      this.over,
      newest.length > 0
        ? el(
            'section',
            { class: 'card' },
            el('h2', null, 'Decided lately'),
            el(
              'ul',
              { class: 'steps' },
              newest.map(one =>
                el(
                  'li',
                  null,
                  badge(one.state),
                  el(
                    'span',
                    null,
                    moment(one.over_at),
                    ' ',
                    foreign(one.server ?? ''),
                    ' ',
                    foreign(one.tool),
                    one.by ? [' by ', foreign(one.by), one.via ? ` (${one.via})` : ''] : '',
                    one.client ? [', asked by ', foreign(one.client, 80)] : '',
                    one.note ? [': ', foreign(one.note)] : '',
                    el(
                      'details',
                      { toggle: event => this.tell(one, event.target) },
                      el('summary', null, 'Arguments'),
                    ),
                    one.state === 'expired'
                      ? [
                          ' ',
                          el(
                            'button',
                            { click: () => this.late(one) },
                            'Allow the next equal call',
                          ),
                        ]
                      : null,
                  ),
                ),
              ),
            ),
          )
        : null,
    );
  }

  /** Shows what a decision was about, once somebody looks. */
  async tell(one, details) {
    if (!details.open || details.belayIsRead) {
      return;
    }
    details.belayIsRead = true;
    let text;
    try {
      text =
        (await this.app.api(`/api/approvals/${encodeURIComponent(one.id)}`)).shown ??
        'They were long, and are kept no more.';
    } catch (error) {
      text = error.status === 404 ? 'They are kept no more.' : error.message;
    }
    details.append(el('pre', { tabindex: '0', dir: 'ltr' }, visible(text, true)));
  }

  async late(one) {
    try {
      const now = await this.app.api(`/api/approvals/${encodeURIComponent(one.id)}/approve`, {
        method: 'POST',
        body: {},
      });
      this.app.say(`It is ${now.state.replaceAll('_', ' ')}.`);
    } catch (error) {
      this.app.alarm(error.message);
    }
    this.more();
  }
}
