/**
 * Calls that ended, searched by the gateway, and the story of one call. Longer than other files:
 * the list and the story are one state, which is kept in the address.
 */
import { badge, closeButton, el, fill, foreign, grow, moment } from './dom.js';
import { filterField, moveFocus, rowKeys } from './list.js';
import { troubleOf } from './session.js';
import { count, duration, ending, spaced } from './words.js';

const SINCE = [
  ['', 'any time'],
  ['300', 'last 5 minutes'],
  ['3600', 'last hour'],
  ['86400', 'last day'],
  ['604800', 'last week'],
];
const OUTCOMES = [
  '',
  'completed',
  'error',
  'failed',
  'timed_out',
  'cancelled',
  'refused',
  'lost',
].map(name => [name, name ? spaced(name) : 'any outcome']);

/** The parameters of the address that the gateway searches by. */
const SEARCHED = ['q', 'tool', 'server', 'outcome', 'cause', 'client'];
const PAGE = '50';

/**
 * While a page is newest first and nobody has gone on from it, it is read again this long after
 * something ended.
 */
const AGAIN_MS = 1_000;

/** A filter is used once nothing was typed for so long. */
const TYPED_MS = 300;

/** The events of a story of which the last are left out, if there are more. */
const FIRST_EVENTS = 100;

/** @param {App} app */
export function open(app) {
  return new History(app);
}

class History {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.title = 'History';
    const field = (/** @type {string} */ name, /** @type {string} */ label) =>
      filterField(app, name, label, () => this.changed());
    this.filter = field('q', 'Search (/)');
    this.list = el('ol', { class: 'history', 'aria-label': 'Calls that ended' });
    this.note = el('p', { class: 'note' });
    this.older = el('button', { hidden: true, click: () => this.read(this.next) }, 'Older ones');
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
        this.choice('outcome', 'Outcome', OUTCOMES),
        this.choice('since', 'Time', SINCE),
        field('cause', 'Cause'),
        field('client', 'Client'),
      ),
      this.story,
      this.list,
      el('p', null, this.older),
      this.note,
    );
    const buttonOf = (/** @type {HTMLElement} */ line) => line.querySelector('button');
    this.keys = {
      ...rowKeys(steps => moveFocus(this.list, steps, buttonOf)),
      Escape: () => this.hideStory(),
    };
    this.isClosed = false;
    /** @type {string | null} */
    this.next = null;
    /** Whether no later page was asked for. */
    this.onlyFirst = true;
    /** Whether something has ended since the first page was asked for. */
    this.isStale = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.soon = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.typed = undefined;
    this.visit = {};
    this.wanted = {};
    this.seen = app.live.endedCount;
    this.onChange = () => this.onEnded();
    app.live.addEventListener('change', this.onChange);
    this.reload();
    const call = app.query.get('call');
    if (call) {
      this.tell(call);
    }
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.soon);
    clearTimeout(this.typed);
    this.app.live.removeEventListener('change', this.onChange);
  }

  /**
   * A choice that filters the page, as `filterField` does by a text.
   *
   * @param {string} name
   * @param {string} label
   * @param {string[][]} options their values and words
   */
  choice(name, label, options) {
    const chosen = this.app.query.get(name) ?? '';
    /** @type {HTMLSelectElement} */
    const select = el(
      'select',
      {
        'aria-label': label,
        change: () => {
          this.app.setQuery({ [name]: select.value });
          this.changed();
        },
      },
      options.map(([value, words]) => el('option', { value, selected: value === chosen }, words)),
    );
    return select;
  }

  changed() {
    clearTimeout(this.typed);
    this.typed = setTimeout(() => {
      this.typed = undefined;
      this.reload();
    }, TYPED_MS);
  }

  /**
   * Something ended: the first page is read again, unless a person is on a later one or in the
   * middle of it.
   */
  onEnded() {
    const seen = this.app.live.endedCount;
    this.isStale ||= seen !== this.seen;
    this.seen = seen;
    if (this.isStale && this.follows()) {
      this.soon ??= setTimeout(() => {
        this.soon = undefined;
        if (this.follows()) {
          this.read(null, true);
        }
      }, AGAIN_MS);
    }
  }

  /**
   * Whether the list may be replaced: not after a later page was asked for, nor while it has the
   * focus, nor while a changed filter is about to be read.
   */
  follows() {
    const isChanged = this.typed !== undefined;
    return this.onlyFirst && !isChanged && !this.list.contains(document.activeElement);
  }

  reload() {
    return this.read(null);
  }

  /**
   * What the gateway is asked for.
   *
   * @param {string | null} before the place where the page begins; null for the first page
   */
  search(before) {
    const query = new URLSearchParams({ limit: PAGE });
    for (const name of SEARCHED) {
      const value = this.app.query.get(name);
      if (value) {
        query.set(name, value);
      }
    }
    const seconds = Number(this.app.query.get('since'));
    if (seconds > 0) {
      query.set('since', new Date(this.app.live.wall - seconds * 1000).toISOString());
    }
    if (before) {
      query.set('before', before);
    }
    return query;
  }

  /**
   * Reads a page, and shows it after those before it.
   *
   * @param {string | null} before the place where it begins; null for the first page
   * @param {boolean} isUnasked whether the page asks by itself; its answer is dropped if the list
   *   may not be replaced by then
   */
  async read(before, isUnasked = false) {
    const visit = (this.visit = {});
    const query = this.search(before);
    this.onlyFirst = !before;
    if (this.onlyFirst) {
      this.isStale = false;
    }
    this.older.disabled = true;
    try {
      /** @type {{ calls: PastCall[], next: string | null, since?: string, audit?: string }} */
      const page = await this.app.api(`/api/history?${query}`);
      if (visit !== this.visit || this.isClosed) {
        return;
      }
      if (isUnasked && !this.follows()) {
        this.isStale = true;
        return;
      }
      const lines = page.calls.map(call => this.line(call));
      if (before) {
        this.list.append(...lines);
      } else {
        this.list.replaceChildren(...lines);
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
        this.isStale ||= isUnasked;
        // The next page of the search before does not fit that of this one.
        this.older.hidden ||= !before && !isUnasked;
        fill(
          this.note,
          el('span', { class: 'trouble' }, troubleOf(error).message, ' '),
          el('button', { click: () => this.reload() }, 'Try again'),
        );
      }
    } finally {
      this.older.disabled = false;
    }
  }

  /** @param {PastCall} call */
  line(call) {
    const what = el(
      'span',
      { class: 'what' },
      call.upstream ? [el('span', { class: 'dim' }, foreign(call.upstream, 40)), ' '] : null,
      foreign(call.tool, 80),
      call.arguments ? el('small', { class: 'mono dim' }, foreign(call.arguments, 160)) : null,
      el(
        'small',
        { class: 'dim' },
        remarks(call).map((text, at) => [at ? ' · ' : '', foreign(text, 160)]),
      ),
    );
    const label = `The story of ${call.tool}`;
    return el(
      'li',
      { 'data-call': call.id },
      badge(ending(call) ?? ''),
      what,
      el('span', { class: 'dim wide' }, foreign(call.client ?? call.principal, 40)),
      el('span', { class: 'ticks' }, duration(call.ran_s)),
      el('span', { class: 'dim' }, moment(call.ended_at)),
      el('button', { click: () => this.tell(call.id), 'aria-label': label }, 'Story'),
    );
  }

  hideStory() {
    this.story.hidden = true;
    this.app.setQuery({ call: null });
  }

  /** @param {string} id */
  async tell(id) {
    this.app.setQuery({ call: id });
    this.story.hidden = false;
    fill(this.story, 'Loading…');
    const wanted = (this.wanted = {});
    /** @type {Story} */
    let call;
    try {
      call = await this.app.api(`/api/history/${encodeURIComponent(id)}`);
    } catch (error) {
      const { status, message } = troubleOf(error);
      const words = status === 404 ? 'This call is not remembered any more.' : message;
      fill(this.story, el('p', { class: 'trouble' }, words));
      return;
    }
    if (wanted === this.wanted) {
      this.fillStory(id, call);
      this.story.scrollIntoView({ block: 'nearest' });
    }
  }

  /**
   * @param {string} id
   * @param {Story} call
   */
  fillStory(id, call) {
    const runs = el('a', { href: `/?call=${encodeURIComponent(id)}` }, 'It runs: see it');
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
        grow(),
        call.outcome ? null : runs,
        closeButton(() => this.hideStory()),
      ),
      call.arguments ? el('p', { class: 'mono' }, foreign(call.arguments)) : null,
      call.ran_s !== null ? spent(call.waited_s ?? 0, call.ran_s) : null,
      call.gap ? el('p', { class: 'warn' }, 'Its first events are forgotten.') : null,
      steps(call),
      el('p', { class: 'dim' }, el('code', null, call.id)),
    );
  }
}

/**
 * What is worth a word about how a call ended.
 *
 * @param {PastCall} call
 */
function remarks(call) {
  const all = [
    ending(call) === 'error' ? null : call.detail,
    call.by ? `by ${call.by}` : null,
    call.stopped ? `stop: ${call.stopped}` : null,
    call.attempts > 1 ? `${call.attempts} attempts` : null,
    call.handed_off ? 'as a job' : null,
    call.shared_of ? 'shared an answer' : null,
    call.late_result ? 'its result came too late' : null,
  ];
  return all.filter(Boolean);
}

/**
 * How the time of a call was spent.
 *
 * @param {number} waited seconds
 * @param {number} ran seconds
 */
function spent(waited, ran) {
  const bar = el('progress', {
    max: Math.max(0.001, waited + ran),
    value: ran,
    'aria-label': 'The part of its time that it ran',
  });
  return el('p', null, bar, ` waited ${duration(waited)}, ran ${duration(ran)}`);
}

/**
 * The events of a call, each with the time since the first one.
 *
 * @param {Story} call
 */
function steps(call) {
  const start = call.events.length > 0 ? Date.parse(call.events[0].at) : 0;
  const leftOut = el('span', { class: 'dim' }, `${count(call.left_out, 'event')} left out`);
  return el(
    'ol',
    { class: 'steps' },
    call.events.map((event, at) => {
      const since = `+${duration((Date.parse(event.at) - start) / 1000)}`;
      const time = el('span', { class: 'dim ticks', title: event.at }, since);
      return [
        el('li', null, time, el('span', null, told(event))),
        call.left_out > 0 && at === FIRST_EVENTS - 1 ? el('li', null, '', leftOut) : null,
      ];
    }),
  );
}

/**
 * @param {string} name
 * @param {number | null | undefined} seconds
 */
function limit(name, seconds) {
  return seconds ? `${name} limit ${duration(seconds)}` : `no ${name} limit`;
}

/** @param {StoryEvent} event */
function limits(event) {
  return [limit('total', event.timeout_s), ', ', limit('idle', event.idle_timeout_s)];
}

/** @param {StoryEvent} event */
function progress({ done, total }) {
  if (total) {
    return ` ${done}/${total}`;
  }
  return done === null || done === undefined ? '' : ` ${done}`;
}

/**
 * One event in words.
 *
 * @param {StoryEvent} event
 * @returns {import('./dom.js').Child}
 */
function told(event) {
  switch (event.event) {
    case 'accepted':
      return 'accepted';
    case 'waiting':
      return ['waits for ', event.gate === 'approval' ? 'a decision' : foreign(event.gate)];
    case 'running':
      return ['runs: ', limits(event)];
    case 'beat':
      return ['progress: ', foreign(event.message), progress(event)];
    case 'limits_replaced':
      return ['limits replaced by ', foreign(event.by), ': ', limits(event)];
    case 'held':
      return ['its idle clock stands: ', foreign(event.reason)];
    case 'released':
      return ['its idle clock goes on: ', foreign(event.reason)];
    case 'retrying':
      return [`attempt ${event.attempt} after ${duration(event.pause_s)}: `, foreign(event.reason)];
    case 'shared': {
      const href = `/ui/history?call=${encodeURIComponent(event.of ?? '')}`;
      return ['shares the answer of ', el('a', { href }, foreign(event.of))];
    }
    case 'handed_off':
      return 'goes on as a job';
    case 'settled': {
      const why = ending(event) === 'error' ? 'its result reports an error' : event.detail;
      const by = event.by ? [' by ', foreign(event.by)] : '';
      return [badge(ending(event) ?? ''), ' ', foreign(why), by];
    }
    case 'stopped':
      return ['its work was stopped: ', foreign(event.step)];
    case 'late_result':
      return 'a result came too late, and was dropped';
    default:
      return foreign(event.event);
  }
}
