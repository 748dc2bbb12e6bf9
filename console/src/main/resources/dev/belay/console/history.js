/** Calls that ended, searched by the gateway, and the story of one call. */
import { badge, count, duration, el, ending, fill, foreign, moment } from './dom.js';

const SINCE = [
  ['', 'any time'],
  ['300', 'last 5 minutes'],
  ['3600', 'last hour'],
  ['86400', 'last day'],
  ['604800', 'last week'],
];
const OUTCOMES = ['', 'completed', 'error', 'failed', 'timed_out', 'cancelled', 'refused', 'lost'];

/**
 * While a page is newest first and nobody has gone on from it, it is read again this long after
 * something ended.
 */
const AGAIN_MS = 1_000;

/** A filter is used once nothing was typed for so long. */
const TYPED_MS = 300;

export function open(app) {
  return new History(app);
}

class History {
  constructor(app) {
    this.app = app;
    this.title = 'History';
    const query = app.query;
    const field = (name, label, extra = {}) =>
      el('input', {
        type: 'search',
        'aria-label': label,
        placeholder: label,
        value: query.get(name) ?? '',
        input: event => this.changed(name, event.target.value),
        ...extra,
      });
    this.filter = field('q', 'Search (/)');
    this.outcome = el(
      'select',
      { 'aria-label': 'Outcome', change: event => this.changed('outcome', event.target.value) },
      OUTCOMES.map(name =>
        el(
          'option',
          { value: name, selected: name === (query.get('outcome') ?? '') },
          name ? name.replaceAll('_', ' ') : 'any outcome',
        ),
      ),
    );
    this.since = el(
      'select',
      { 'aria-label': 'Time', change: event => this.changed('since', event.target.value) },
      SINCE.map(([seconds, words]) =>
        el('option', { value: seconds, selected: seconds === (query.get('since') ?? '') }, words),
      ),
    );
    this.list = el('ol', { class: 'history', 'aria-label': 'Calls that ended' });
    this.note = el('p', { class: 'note' });
    this.older = el('button', { hidden: true, click: () => this.page() }, 'Older ones');
    this.story = el('section', {
      class: 'card panel',
      hidden: true,
      'aria-label': 'The story of a call',
    });
    this.element = el(
      'div',
      null,
      el(
        'div',
        { class: 'bar' },
        this.filter,
        field('tool', 'Tool'),
        field('server', 'Server'),
        this.outcome,
        this.since,
        field('cause', 'Cause'),
        field('client', 'Client'),
      ),
      this.story,
      this.list,
      el('p', null, this.older),
      this.note,
    );
    this.keys = {
      j: () => this.move(1),
      k: () => this.move(-1),
      ArrowDown: () => this.move(1),
      ArrowUp: () => this.move(-1),
      Enter: () => this.focused()?.querySelector('button')?.click(),
      Escape: () => this.close1(),
    };
    this.seen = app.live.endedCount;
    this.onChange = () => this.onEnded();
    app.live.addEventListener('change', this.onChange);
    this.reload();
    if (query.get('call')) {
      this.tell(query.get('call'));
    }
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.soon);
    clearTimeout(this.typed);
    this.app.live.removeEventListener('change', this.onChange);
  }

  changed(name, value) {
    this.app.setQuery({ [name]: value });
    clearTimeout(this.typed);
    this.typed = setTimeout(() => this.reload(), TYPED_MS);
  }

  /**
   * Something ended: the first page is read again, unless a person is on a later one or in the
   * middle of it.
   */
  onEnded() {
    const seen = this.app.live.endedCount;
    if (seen !== this.seen && this.pages <= 1 && !this.list.contains(document.activeElement)) {
      this.seen = seen;
      this.soon ??= setTimeout(() => {
        this.soon = null;
        this.reload();
      }, AGAIN_MS);
    }
  }

  focused() {
    return document.activeElement?.closest?.('li[data-call]');
  }

  move(steps) {
    const all = [...this.list.children];
    const at = all.indexOf(this.focused());
    all[
      Math.min(all.length - 1, Math.max(0, at < 0 ? (steps > 0 ? 0 : all.length - 1) : at + steps))
    ]
      ?.querySelector('button')
      .focus();
  }

  async reload() {
    this.next = null;
    this.pages = 0;
    await this.page();
  }

  async page() {
    const visit = (this.visit = {});
    const query = new URLSearchParams({ limit: '50' });
    for (const name of ['q', 'tool', 'server', 'outcome', 'cause', 'client']) {
      if (this.app.query.get(name)) {
        query.set(name, this.app.query.get(name));
      }
    }
    const seconds = Number(this.app.query.get('since'));
    if (seconds > 0) {
      query.set('since', new Date(this.app.live.wall - seconds * 1000).toISOString());
    }
    if (this.next) {
      query.set('before', this.next);
    }
    this.older.disabled = true;
    try {
      const page = await this.app.api(`/api/history?${query}`);
      if (visit !== this.visit || this.isClosed) {
        return;
      }
      const lines = page.calls.map(call => this.line(call));
      if (this.pages++ === 0) {
        this.list.replaceChildren(...lines);
      } else {
        this.list.append(...lines);
      }
      this.next = page.next;
      this.older.hidden = !page.next;
      fill(
        this.note,
        this.list.children.length === 0 ? 'No call fits. ' : '',
        page.since
          ? ['Events reach back to ', moment(page.since), '; of earlier calls only jobs are here. ']
          : 'Nothing has happened since Belay started. ',
        page.audit ? ['All of them are in ', el('code', null, foreign(page.audit, 500)), '.'] : '',
      );
    } catch (error) {
      if (visit === this.visit) {
        fill(
          this.note,
          el('span', { class: 'trouble' }, error.message, ' '),
          el('button', { click: () => this.reload() }, 'Try again'),
        );
      }
    } finally {
      this.older.disabled = false;
    }
  }

  line(call) {
    return el(
      'li',
      { 'data-call': call.id },
      badge(ending(call)),
      el(
        'span',
        { class: 'what' },
        call.upstream ? [el('span', { class: 'dim' }, foreign(call.upstream, 40)), ' '] : null,
        foreign(call.tool, 80),
        call.arguments ? el('small', { class: 'mono dim' }, foreign(call.arguments, 160)) : null,
        el(
          'small',
          { class: 'dim' },
          [
            ending(call) === 'error' ? null : call.detail,
            call.by ? `by ${call.by}` : null,
            call.stopped ? `stop: ${call.stopped}` : null,
            call.attempts > 1 ? `${call.attempts} attempts` : null,
            call.handed_off ? 'as a job' : null,
            call.shared_of ? 'shared an answer' : null,
            call.late_result ? 'its result came too late' : null,
          ]
            .filter(Boolean)
            .map((text, at) => [at ? ' · ' : '', foreign(text, 160)]),
        ),
      ),
      el('span', { class: 'dim wide' }, foreign(call.client ?? call.principal, 40)),
      el('span', { class: 'ticks' }, duration(call.ran_s)),
      el('span', { class: 'dim' }, moment(call.ended_at)),
      el(
        'button',
        { click: () => this.tell(call.id), 'aria-label': `The story of ${call.tool}` },
        'Story',
      ),
    );
  }

  close1() {
    this.story.hidden = true;
    this.app.setQuery({ call: null });
  }

  async tell(id) {
    this.app.setQuery({ call: id });
    this.story.hidden = false;
    fill(this.story, 'Loading…');
    const wanted = (this.wanted = {});
    let call;
    try {
      call = await this.app.api(`/api/history/${encodeURIComponent(id)}`);
      if (wanted !== this.wanted) {
        return;
      }
    } catch (error) {
      fill(
        this.story,
        el(
          'p',
          { class: 'trouble' },
          error.status === 404 ? 'This call is not remembered any more.' : error.message,
        ),
      );
      return;
    }
    const start = call.events.length > 0 ? new Date(call.events[0].at) : null;
    fill(
      this.story,
      el(
        'div',
        { class: 'bar' },
        badge(ending(call) ?? 'running'),
        el(
          'strong',
          null,
          call.upstream ? [foreign(call.upstream, 40), ' '] : null,
          foreign(call.tool),
        ),
        el('span', { class: 'dim' }, foreign(call.client ?? call.principal)),
        el('span', { class: 'grow' }),
        call.outcome
          ? null
          : el('a', { href: `/?call=${encodeURIComponent(id)}` }, 'It runs: see it'),
        el('button', { class: 'plain', click: () => this.close1(), 'aria-label': 'Close' }, '✕'),
      ),
      call.arguments ? el('p', { class: 'mono' }, foreign(call.arguments)) : null,
      call.ran_s !== null ? this.bar(call) : null,
      call.gap ? el('p', { class: 'warn' }, 'Its first events are forgotten.') : null,
      el(
        'ol',
        { class: 'steps' },
        call.events.map((event, at) => [
          el(
            'li',
            null,
            el(
              'span',
              { class: 'dim ticks', title: event.at },
              start ? `+${duration((new Date(event.at) - start) / 1000)}` : '',
            ),
            el('span', null, told(event)),
          ),
          call.left_out > 0 && at === 99
            ? el(
                'li',
                null,
                '',
                el('span', { class: 'dim' }, `${count(call.left_out, 'event')} left out`),
              )
            : null,
        ]),
      ),
      el('p', { class: 'dim' }, el('code', null, call.id)),
    );
    this.story.scrollIntoView({ block: 'nearest' });
  }

  /** How its time was spent: waiting, then running. */
  bar(call) {
    const waited = call.waited_s ?? 0;
    return el(
      'p',
      null,
      el('progress', {
        max: Math.max(0.001, waited + call.ran_s),
        value: call.ran_s,
        'aria-label': 'The part of its time that it ran',
      }),
      ` waited ${duration(waited)}, ran ${duration(call.ran_s)}`,
    );
  }
}

const limit = (name, seconds) =>
  seconds ? `${name} limit ${duration(seconds)}` : `no ${name} limit`;

/** One event in words. */
function told(event) {
  const quoted = text => foreign(text ?? '', 300);
  switch (event.event) {
    case 'accepted':
      return 'accepted';
    case 'waiting':
      return ['waits for ', event.gate === 'approval' ? 'a decision' : quoted(event.gate)];
    case 'running':
      return ['runs: ', limit('total', event.timeout_s), ', ', limit('idle', event.idle_timeout_s)];
    case 'beat':
      return [
        'progress: ',
        quoted(event.message),
        event.total ? ` ${event.done}/${event.total}` : event.done !== null ? ` ${event.done}` : '',
      ];
    case 'limits_replaced':
      return [
        'limits replaced by ',
        quoted(event.by),
        ': ',
        limit('total', event.timeout_s),
        ', ',
        limit('idle', event.idle_timeout_s),
      ];
    case 'held':
      return ['its idle clock stands: ', quoted(event.reason)];
    case 'released':
      return ['its idle clock goes on: ', quoted(event.reason)];
    case 'retrying':
      return [`attempt ${event.attempt} after ${duration(event.pause_s)}: `, quoted(event.reason)];
    case 'shared':
      return [
        'shares the answer of ',
        el('a', { href: `/ui/history?call=${encodeURIComponent(event.of)}` }, quoted(event.of)),
      ];
    case 'handed_off':
      return 'goes on as a job';
    case 'settled':
      return [
        badge(ending(event)),
        ' ',
        quoted(ending(event) === 'error' ? 'its result reports an error' : event.detail),
        event.by ? [' by ', quoted(event.by)] : '',
      ];
    case 'stopped':
      return ['its work was stopped: ', quoted(event.step)];
    case 'late_result':
      return 'a result came too late, and was dropped';
    default:
      return quoted(event.event);
  }
}
