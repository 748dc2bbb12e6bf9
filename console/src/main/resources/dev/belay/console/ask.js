/**
 * A call that waits for a person, with all that is needed to decide on it: on its page and in a
 * conversation.
 */
import { badge, count, duration, el, fill, foreign, setText, visible } from './dom.js';

/**
 * Buttons do nothing for this long after they have appeared, so that no click meant for something
 * else decides.
 */
const ARM_MS = 600;

const TERMS = [
  ['1 hour', 3600],
  ['8 hours', 28800],
  ['1 day', 86400],
  ['30 days', 2592000],
];

/**
 * Asks about one approval; `row` is what the feed says of it, `decided()` is told of each decision
 * made here.
 */
export class AskCard {
  constructor(app, row, decided = () => {}) {
    this.app = app;
    this.decided = decided;
    this.isOver = false;
    this.hasSeenAll = false;
    this.isArmed = false;
    this.left = el('span', { class: 'ticks ask' });
    this.votes = el('span', { class: 'dim' });
    this.said = el('p', { class: 'detail', role: 'status' });
    this.body = el('div');
    this.allow = el(
      'button',
      { class: 'go', disabled: true, click: () => this.decide('approve') },
      'Allow once',
    );
    this.deny = el(
      'button',
      { class: 'danger', disabled: true, click: () => this.decide('deny') },
      'Deny',
    );
    this.reason = el('input', {
      'aria-label': 'Reason for a no',
      placeholder: 'reason (for the model)',
      maxlength: '500',
    });
    this.scope = el('select', {
      'aria-label': 'What a yes holds for',
      change: () => setText(this.allow, this.scope.value === 'once' ? 'Allow once' : 'Allow'),
    });
    this.element = el(
      'article',
      {
        class: 'card asks',
        role: 'group',
        tabindex: '0',
        'aria-label': `Allow ${visible(row.tool)}?`,
      },
      el(
        'p',
        { class: 'head' },
        badge('needs you'),
        el('strong', null, 'Allow ', foreign(row.tool, 120), '?'),
        el('span', { class: 'dim' }, 'on server ', foreign(row.server, 80)),
        el('span', { class: 'grow' }),
        this.left,
      ),
      el(
        'p',
        null,
        el('span', { class: 'dim' }, 'Why you are asked: '),
        foreign(row.reason || 'the configuration asks for it'),
        el(
          'span',
          { class: 'dim' },
          ' · asked by ',
          row.client ? [foreign(row.client, 80), ' for '] : null,
          foreign(row.principal, 80),
        ),
        ' ',
        this.votes,
      ),
      row.destructive
        ? el('p', { class: 'warn' }, '▲ The tool says that it may destroy something.')
        : null,
      this.body,
      el(
        'div',
        { class: 'bar' },
        this.deny,
        this.reason,
        el('span', { class: 'grow' }),
        this.scope,
        this.allow,
      ),
      this.said,
    );
    this.element.belayCard = this;
    this.update(row);
    this.load();
  }

  /** Takes what the feed says of it now. */
  update(row) {
    this.row = row;
    setText(
      this.votes,
      row.approvers > 1
        ? `· ${row.allowed_by.length} of ${count(row.approvers, 'person', 'people')} ${row.allowed_by.length === 1 ? 'has' : 'have'} allowed`
        : '',
    );
    this.tick();
  }

  async load() {
    fill(this.body, el('p', { class: 'dim' }, 'Loading its arguments…'));
    let one;
    try {
      one = await this.app.api(`/api/approvals/${encodeURIComponent(this.row.id)}`);
    } catch (error) {
      fill(
        this.body,
        el(
          'p',
          { class: 'trouble' },
          `Its arguments cannot be shown, so it cannot be allowed here: ${error.message} `,
          el('button', { click: () => this.load() }, 'Try again'),
        ),
      );
      this.arm();
      return;
    }
    if (one.state === 'open') {
      this.show(one);
      this.arm();
    } else {
      this.over(one);
    }
  }

  arm() {
    setTimeout(() => {
      this.isArmed = true;
      this.enable();
    }, ARM_MS);
  }

  show(one) {
    this.canBeAllowed = one.shown !== undefined;
    this.shown = visible((one.shown ?? '').slice(0, 2_000), true);
    const end = el('span', { class: 'end', 'aria-hidden': 'true' });
    const all = el(
      'pre',
      { tabindex: '0', dir: 'ltr', 'aria-label': 'All arguments' },
      visible(one.shown ?? '', true),
      end,
    );
    fill(
      this.body,
      (one.facts ?? []).map(fact => el('p', { class: 'warn' }, '▲ ', foreign(fact, 1_000))),
      this.canBeAllowed
        ? all
        : el('p', { class: 'trouble' }, 'Its arguments are too long to be shown here.'),
      difference(one.difference),
      el(
        'p',
        { class: 'dim mono' },
        `exactly this runs: sha256 ${(one.arguments_sha256 ?? '').slice(0, 16)}…`,
      ),
    );
    const scopes = [
      ['once', 'this call'],
      ...TERMS.map(([name, seconds]) => [`same ${seconds}`, `equal calls, ${name}`]),
      ...(one.destructive
        ? []
        : TERMS.map(([name, seconds]) => [`tool ${seconds}`, `any call of this tool, ${name}`])),
    ];
    fill(
      this.scope,
      scopes.map(([value, text]) => el('option', { value }, text)),
    );
    // Nothing is allowed whose end was never on the screen.
    this.seer = new IntersectionObserver(seen => {
      this.hasSeenAll ||= seen.some(one => one.isIntersecting);
      this.enable();
    });
    this.seer.observe(end);
  }

  enable() {
    const canDecide = this.isArmed && !this.isOver && !this.isDeciding;
    this.deny.disabled = !canDecide;
    this.allow.disabled = !canDecide || !this.hasSeenAll || !this.canBeAllowed;
    const hint =
      this.canBeAllowed && !this.hasSeenAll
        ? 'Read the arguments to their end to allow the call.'
        : '';
    if (hint || this.said.textContent.startsWith('Read the arguments')) {
      setText(this.said, hint);
    }
  }

  async decide(verb) {
    const [scope, seconds] = this.scope.value.split(' ');
    if (verb === 'approve' && this.row.destructive) {
      const yes = await this.app.confirm({
        title: `Run ${visible(this.row.tool)}?`,
        text: [
          'The tool says that it may destroy something.',
          scope === 'once'
            ? ''
            : ` Your yes is for ${this.scope.selectedOptions[0].textContent} too.`,
          el('pre', null, this.shown),
        ],
        yes: 'Run it',
        no: 'Not yet',
      });
      if (!yes || this.isOver || this.isDeciding) {
        return;
      }
    }
    this.isDeciding = true;
    this.enable();
    const body =
      verb === 'deny'
        ? this.reason.value
          ? { reason: this.reason.value }
          : {}
        : scope === 'once'
          ? {}
          : { scope, for: Number(seconds) };
    try {
      this.over(
        await this.app.api(`/api/approvals/${encodeURIComponent(this.row.id)}/${verb}`, {
          method: 'POST',
          body,
        }),
      );
    } catch (error) {
      setText(this.said, error.message);
      this.said.className = 'detail trouble';
      this.isDeciding = false;
      this.enable();
    }
    this.decided();
  }

  /** Shows how long it still waits. */
  tick() {
    if (!this.isOver) {
      const left = (Date.parse(this.row.expires_at) - this.app.live.wall) / 1000;
      setText(this.left, left > 0 ? `${duration(Math.floor(left))} left` : 'its time is over');
    }
  }

  /**
   * It waits no longer: somebody has decided, or its call is gone; asks how it ended, if nobody
   * knows.
   */
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
    this.seer?.disconnect();
    const words = one.state.replaceAll('_', ' ');
    this.app.say(`${visible(this.row.tool)}: ${words}${one.warning ? `. ${one.warning}` : ''}`);
    fill(
      this.element,
      el(
        'p',
        { class: 'head' },
        badge(one.state),
        foreign(this.row.tool, 120),
        one.by ? el('span', { class: 'dim' }, 'by ', foreign(one.by, 60)) : null,
        one.note ? el('span', { class: 'dim' }, foreign(one.note, 200)) : null,
        one.warning ? el('span', { class: 'warn' }, one.warning) : null,
      ),
    );
    this.element.removeAttribute('tabindex');
    this.element.setAttribute('aria-label', `${words}: ${visible(this.row.tool)}`);
  }
}

function difference(difference) {
  if (!difference || difference.result === 'no_earlier') {
    return el('p', { class: 'dim' }, 'No call of this tool has been allowed since Belay started.');
  }
  if (difference.result !== 'different') {
    return el(
      'p',
      { class: 'dim' },
      difference.result === 'equal'
        ? 'The last allowed call had the same arguments.'
        : 'Too long to be compared with the last allowed call.',
    );
  }
  return el(
    'details',
    { open: true },
    el(
      'summary',
      null,
      `${count(difference.changes.length + difference.more, 'difference')} from the last allowed call`,
    ),
    el(
      'ul',
      null,
      difference.changes.map(change =>
        el(
          'li',
          { class: 'mono' },
          foreign(change.pointer || '(all)'),
          ': ',
          foreign(change.old ?? 'none', 200),
          ' → ',
          foreign(change.new ?? 'none', 200),
        ),
      ),
    ),
    difference.more > 0 ? el('p', null, `and ${difference.more} more`) : null,
  );
}
