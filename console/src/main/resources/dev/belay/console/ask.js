/**
 * A call that waits for a person, with all that is needed to decide on it: on its page and in a
 * conversation.
 */
import { badge, el, fill, foreign, grow, setText } from './dom.js';
import { visible } from './hidden.js';
import { troubleOf } from './session.js';
import { clock, count, spaced } from './words.js';

/**
 * Buttons do nothing for this long after they have appeared, so that no click meant for something
 * else decides.
 */
const ARM_MS = 600;

/** How long a yes may hold, in words and seconds. */
const TERMS = [
  ['1 hour', 3600],
  ['8 hours', 28800],
  ['1 day', 86400],
  ['30 days', 2592000],
];

/**
 * The cards by their elements, for keys act on the one that has the focus.
 *
 * @type {WeakMap<Element, AskCard>}
 */
const cards = new WeakMap();

/** The card that has the focus, or in which something has it; null for none. */
export function focusedAsk() {
  const element = document.activeElement?.closest('article.asks');
  return (element && cards.get(element)) ?? null;
}

/** Asks about one approval. */
export class AskCard {
  /**
   * @param {App} app
   * @param {ApprovalRow} row what the feed says of it
   * @param {() => void} decided is told of each decision made here
   */
  constructor(app, row, decided = () => {}) {
    this.app = app;
    this.row = row;
    this.decided = decided;
    this.isDeciding = false;
    /** Whether its arguments are short enough to be shown. */
    this.canBeAllowed = false;
    /** The beginning of its arguments. */
    this.shown = '';
    /** @type {IntersectionObserver | null} */
    this.seer = null;
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
    /** @type {HTMLSelectElement} */
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
        grow(),
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
      el('div', { class: 'bar' }, this.deny, this.reason, grow(), this.scope, this.allow),
      this.said,
    );
    cards.set(this.element, this);
    this.update(row);
    this.load();
  }

  /**
   * Takes what the feed says of it now.
   *
   * @param {ApprovalRow} row
   */
  update(row) {
    this.row = row;
    const allowed = (row.allowed_by ?? []).length;
    const people = count(row.approvers, 'person', 'people');
    const words = `· ${allowed} of ${people} ${allowed === 1 ? 'has' : 'have'} allowed`;
    setText(this.votes, row.approvers > 1 ? words : '');
    this.tick();
  }

  async load() {
    fill(this.body, el('p', { class: 'dim' }, 'Loading its arguments…'));
    /** @type {Approval} */
    let one;
    try {
      one = await this.app.api(`/api/approvals/${encodeURIComponent(this.row.id)}`);
    } catch (error) {
      fill(
        this.body,
        el(
          'p',
          { class: 'trouble' },
          'Its arguments cannot be shown, so it cannot be allowed here: ',
          `${troubleOf(error).message} `,
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

  /** @param {Approval} one */
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
      differenceOf(one.difference),
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
    if (hint || this.said.textContent?.startsWith('Read the arguments')) {
      setText(this.said, hint);
    }
  }

  /** @param {'approve' | 'deny'} verb */
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
    const term = scope === 'once' ? {} : { scope, for: Number(seconds) };
    const reason = this.reason.value ? { reason: this.reason.value } : {};
    try {
      this.over(
        await this.app.api(`/api/approvals/${encodeURIComponent(this.row.id)}/${verb}`, {
          method: 'POST',
          body: verb === 'deny' ? reason : term,
        }),
      );
    } catch (error) {
      setText(this.said, troubleOf(error).message);
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
      setText(this.left, left > 0 ? `${clock(left)} left` : 'its time is over');
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
    /** @type {Pick<Approval, 'state'> & Partial<Approval>} */
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

  /** @param {Pick<Approval, 'state'> & Partial<Approval>} one how it stands now */
  over(one) {
    if (one.state === 'open') {
      this.isDeciding = false;
      setText(this.said, 'Your yes counts; another person must allow it too.');
      this.enable();
      return;
    }
    this.isOver = true;
    this.seer?.disconnect();
    const words = spaced(one.state);
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

/** @param {ArgumentsDifference | null | undefined} difference from the last allowed call */
function differenceOf(difference) {
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
      count(difference.changes.length + difference.more, 'difference'),
      ' from the last allowed call',
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
