/**
 * What runs: calls, turns with their calls, and what went on after its end; each can be stopped.
 * Longer than other files: all of it is drawn from one feed, and one pause holds all of it still.
 */
import { Place, badge, closeButton, el, fill, foreign, grow, moment, setText } from './dom.js';
import { visible } from './hidden.js';
import { Rows, WindowedTable, filterField, fits } from './list.js';
import { troubleOf } from './session.js';
import { count, duration, ending, pace, stopped } from './words.js';

/** Ended calls stay for so long, so that one sees how. */
const ENDED_STAYS_MS = 5_000;
const ENDED_SHOWN = 200;

/** A limit is told of from this share of it on. */
const NEAR_LIMIT = 0.5;

/**
 * A call as a row shows it, while it runs and for a while after.
 *
 * @typedef {CallRow & { isEnded?: undefined }
 *   | Partial<CallRow> & EndedCall & { isEnded: true }} Shown
 */

/** @param {App} app */
export function open(app) {
  return new Now(app);
}

class Now {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.live = app.live;
    this.title = 'Now';
    /**
     * The rows that are held still, if they are.
     *
     * @type {Shown[] | null}
     */
    this.held = null;
    /** @type {Set<string>} */
    this.cancelling = new Set();
    /** @type {Map<string, Shown>} */
    this.known = new Map();
    this.afterKey = '';
    /** Whether the detail tells of a cancel that a new connection may have made untrue. */
    this.isOld = false;
    this.filter = filterField(app, 'q', 'Filter', () => this.draw(), 'Filter (/)');
    this.pause = el('button', { 'aria-pressed': 'false', click: () => this.hold() }, 'Hold (p)');
    this.summary = el('span', { class: 'dim' });
    /** @type {WindowedTable<Shown>} */
    this.calls = new WindowedTable({
      label: 'Calls',
      key: row => row.id,
      row: row => new CallLine(this, row),
      open: row => this.show(row.id),
      columns: [
        { name: 'State', class: 'c-state' },
        { name: 'Call' },
        { name: 'Client', class: 'c-who wide' },
        { name: 'Time', class: 'c-time' },
        { name: 'Progress', class: 'c-beat wide' },
        { name: '', class: 'c-act' },
      ],
    });
    this.calls.element.classList.add('tall');
    const turns = el('div', { class: 'turns' });
    /** @type {Rows<TurnRow>} */
    this.turns = new Rows(
      turns,
      turn => turn.id,
      turn => this.turnCard(turn),
    );
    this.after = el('div');
    this.empty = el('div', { class: 'empty', hidden: true });
    this.detail = el('section', {
      class: 'card panel',
      hidden: true,
      'aria-label': 'The chosen call',
    });
    /** What the detail shows, or null where it must be filled anew. */
    this.detailKey = /** @type {string | null} */ (null);
    /** @type {(() => void)[]} */
    this.detailTicks = [];
    this.element = el(
      'div',
      { class: 'fills' },
      el('div', { class: 'bar' }, this.filter, this.pause, grow(), this.summary),
      turns,
      this.calls.element,
      this.empty,
      this.detail,
      this.after,
    );
    this.keys = {
      ...this.calls.keys(),
      c: () => this.cancelAsked(this.calls.current()),
      p: () => this.hold(),
      Escape: () => this.show(null),
    };
    this.onChange = () => this.draw();
    this.live.addEventListener('change', this.onChange);
    this.onState = () => this.again();
    this.live.addEventListener('state', this.onState);
    // Ended rows leave; times move on.
    this.timer = setInterval(() => this.draw(), 1000);
    this.spoken = this.live.endedCount;
    this.speaker = setInterval(() => this.speak(), 5000);
    this.chosen = app.query.get('call');
    this.draw();
  }

  close() {
    this.live.removeEventListener('change', this.onChange);
    this.live.removeEventListener('state', this.onState);
    clearInterval(this.timer);
    clearInterval(this.speaker);
    this.calls.close();
  }

  /** The connection is another one: that a cancel failed says nothing any more. */
  again() {
    if (this.isOld && this.live.connected) {
      this.isOld = false;
      this.detail.hidden = true;
    }
    this.draw();
  }

  hold() {
    this.held = this.held ? null : this.rows();
    this.pause.setAttribute('aria-pressed', String(!!this.held));
    this.draw();
  }

  /** One sentence on what ended, at most each five seconds. */
  speak() {
    const ended = this.live.endedCount - this.spoken;
    this.spoken = this.live.endedCount;
    if (ended > 0) {
      const bad = this.live.ended
        .slice(-ended)
        .filter(one => ['failed', 'timed out', 'error'].includes(ending(one) ?? '')).length;
      this.app.say(`${count(ended, 'call')} ended${bad ? `, ${bad} badly` : ''}`);
    }
  }

  /** @returns {Shown[]} */
  rows() {
    const now = performance.now();
    const running = [...this.live.topic('calls').values()];
    const rank = (/** @type {CallRow} */ row) => (row.held === 'approval' ? 0 : 1);
    running.sort((a, b) => rank(a) - rank(b) || a.since - b.since);
    const ids = new Set(running.map(row => row.id));
    const ended = this.live.ended
      .slice(-ENDED_SHOWN)
      .filter(row => now - row.seen < ENDED_STAYS_MS && !ids.has(row.id))
      // What a row showed while it ran is shown for a while after its end.
      .map(row => /** @type {Shown} */ ({ ...this.known.get(row.id), ...row, isEnded: true }));
    /** @type {Shown[]} */
    const all = [...running, ...ended];
    return all.filter(row =>
      fits(this.filter.value, [
        row.tool,
        row.upstream,
        row.client,
        row.principal,
        row.arguments,
        row.state,
        row.isEnded ? row.outcome : null,
      ]),
    );
  }

  draw() {
    if (!this.live.hasSnapshot) {
      this.empty.hidden = false;
      this.calls.element.hidden = true;
      const isConnecting = this.live.connected || !this.live.lostAt;
      fill(this.empty, isConnecting ? 'Connecting…' : 'Belay does not answer.');
      return;
    }
    const rows = this.rows();
    this.known = new Map(rows.map(row => [row.id, row]));
    const shown = this.held ?? rows;
    this.calls.set(shown);
    this.calls.element.hidden = shown.length === 0;
    this.empty.hidden = shown.length > 0;
    if (shown.length === 0) {
      this.drawEmpty();
    }
    const running = rows.filter(row => !row.isEnded).length;
    setText(
      this.summary,
      this.held
        ? `Held; ${count(Math.abs(rows.length - this.held.length), 'row')} more or less now`
        : count(running, 'call'),
    );
    setText(this.pause, this.held ? 'Go on (p)' : 'Hold (p)');
    this.turns.set([...this.live.topic('turns').values()]);
    this.drawAfter();
    if (this.chosen) {
      this.drawDetail(this.chosen);
    }
  }

  drawEmpty() {
    if (this.filter.value) {
      fill(this.empty, 'No call fits the filter.');
      return;
    }
    const last = this.live.ended.at(-1);
    fill(
      this.empty,
      'Nothing runs.',
      last
        ? [
            ' The last call, ',
            foreign(last.tool),
            ', ended: ',
            badge(ending(last) ?? ''),
            ' at ',
            moment(last.at),
            '. ',
            el('a', { href: '/ui/history' }, 'History'),
          ]
        : el('p', null, 'Clients connect to ', el('code', null, location.origin + '/mcp')),
    );
  }

  /** @param {Shown} row */
  state(row) {
    if (row.isEnded) {
      return ending(row) ?? '';
    }
    if (this.cancelling.has(row.id) || this.live.stops.has(row.id)) {
      return 'stopping';
    }
    return row.held === 'approval' ? 'needs you' : row.state;
  }

  /**
   * @param {TurnRow} turn
   * @returns {import('./list.js').Row<TurnRow>}
   */
  turnCard(turn) {
    const number = el('span', { class: 'dim' });
    const list = el('ul', { class: 'tree' });
    /** @type {Rows<CallRow>} */
    const calls = new Rows(
      list,
      call => call.id,
      call => this.turnCall(call),
    );
    /** @type {HTMLButtonElement} */
    const cancel = el(
      'button',
      { class: 'danger', click: () => this.cancelTurn(turn.id, cancel) },
      '✕ Cancel Turn',
    );
    const element = el(
      'section',
      { class: 'card', 'aria-label': `Turn of ${visible(turn.agent)}` },
      el(
        'div',
        { class: 'bar' },
        badge('running'),
        el('strong', null, 'Turn of ', foreign(turn.agent, 60)),
        el('span', { class: 'dim' }, foreign(turn.session, 60)),
        number,
        el('span', { class: 'dim' }, 'since ', moment(turn.started_at)),
        grow(),
        cancel,
      ),
      list,
    );
    const update = (/** @type {TurnRow} */ now) => {
      setText(number, count(now.calls, 'call'));
      calls.set([...this.live.topic('calls').values()].filter(call => call.turn === now.id));
    };
    return { element, update };
  }

  /**
   * @param {CallRow} call
   * @returns {import('./list.js').Row<CallRow>}
   */
  turnCall(call) {
    const time = el('span', { class: 'dim ticks' });
    const cancel = el(
      'button',
      {
        class: 'plain',
        click: () => this.cancel(call.id),
        'aria-label': `Cancel ${visible(call.tool)}`,
      },
      '✕',
    );
    const update = (/** @type {CallRow} */ now) => {
      setText(time, duration(this.live.since(now.since)));
      cancel.disabled = this.cancelling.has(now.id);
    };
    return { element: el('li', null, foreign(call.tool, 60), ' ', time, ' ', cancel), update };
  }

  drawAfter() {
    const abandoned = [...this.live.topic('abandoned').values()];
    const left = this.live.topic('processes').size;
    const lost = this.live.lostCalls;
    const ids = (/** @type {{ id: string }[]} */ calls) => calls.map(call => call.id).join();
    const key = `${ids(abandoned)} ${left} ${ids(lost)}`;
    if (key === this.afterKey) {
      return;
    }
    this.afterKey = key;
    fill(
      this.after,
      lost.length > 0 ? this.lostCard(lost) : null,
      abandoned.length > 0 ? abandonedCard(abandoned) : null,
      left > 0
        ? el(
            'p',
            { class: 'note' },
            `${count(left, 'process', 'processes')} left behind by stopped calls: `,
            el('a', { href: '/ui/servers' }, 'Servers'),
          )
        : null,
    );
  }

  /** @param {CallRow[]} lost */
  lostCard(lost) {
    const close = closeButton(() => {
      this.live.lostCalls = [];
      this.drawAfter();
    });
    const words =
      ` ${count(lost.length, 'call')} under way when Belay ended:` +
      ' it did half of the work, all, or none';
    return el(
      'section',
      { class: 'card', 'aria-label': 'Lost calls' },
      el('div', { class: 'bar' }, el('h2', null, badge('lost'), words), grow(), close),
      el(
        'ul',
        null,
        lost.map(call =>
          el(
            'li',
            null,
            call.upstream ? el('span', { class: 'dim' }, foreign(call.upstream, 40), ' ') : null,
            foreign(call.tool, 80),
            ' ',
            el('span', { class: 'mono dim' }, foreign(call.arguments, 160)),
            call.client ? el('span', { class: 'dim' }, ' ', foreign(call.client, 40)) : null,
            el('span', { class: 'dim' }, ', since ', moment(call.accepted_at)),
          ),
        ),
      ),
    );
  }

  /**
   * A click acts at once; a key asks first.
   *
   * @param {Shown | null} row
   */
  async cancelAsked(row) {
    if (!row || row.isEnded) {
      return;
    }
    const isSure = await this.app.confirm({
      title: 'Cancel this call?',
      text: [foreign(row.tool), ' ', el('span', { class: 'mono dim' }, foreign(row.arguments))],
      yes: 'Cancel it',
    });
    if (isSure) {
      await this.cancel(row.id);
    }
  }

  /** @param {string} id */
  async cancel(id) {
    if (this.cancelling.has(id)) {
      return;
    }
    this.cancelling.add(id);
    this.draw();
    try {
      /** @type {CancelAnswer} */
      const answer = await this.app.api(`/api/calls/${encodeURIComponent(id)}/cancel`, {
        method: 'POST',
        body: { reason: 'by the console' },
      });
      const words = stopped(answer);
      this.app.say(words);
      this.result(id, words, answer);
    } catch (error) {
      const { status, message } = troubleOf(error);
      if (status === 404) {
        this.app.alarm('The call has ended.');
      } else {
        const words = `It was not cancelled: ${message}`;
        this.app.alarm(words);
        this.result(id, words, null);
        this.isOld = true;
      }
    } finally {
      this.cancelling.delete(id);
      this.draw();
    }
  }

  /**
   * @param {string} id
   * @param {HTMLButtonElement} button
   */
  async cancelTurn(id, button) {
    button.disabled = true;
    try {
      await this.app.api(`/api/turns/${encodeURIComponent(id)}/abort`, { method: 'POST' });
      this.app.say('Turn cancelled');
    } catch (error) {
      const { status, message } = troubleOf(error);
      this.app.alarm(status === 404 ? 'The turn has ended.' : `It was not cancelled: ${message}`);
    }
  }

  /**
   * What a stop did, until the next one.
   *
   * @param {string} id
   * @param {string} words
   * @param {CancelAnswer | null} answer
   */
  result(id, words, answer) {
    this.isOld = false;
    this.chosen = null;
    this.detailKey = null;
    this.detail.hidden = false;
    fill(
      this.detail,
      el(
        'div',
        { class: 'bar' },
        el('strong', null, words),
        grow(),
        el('a', { href: storyOf(id) }, 'Its story'),
        closeButton(() => {
          this.detail.hidden = true;
        }),
      ),
      processList('Processes ended', answer?.killed),
      processList('Left behind, since a completed call may need them', answer?.left_behind),
    );
  }

  /** @param {string | null} id */
  show(id) {
    this.chosen = id;
    this.detailKey = null;
    this.app.setQuery({ call: id });
    this.detail.hidden = !id;
    if (id) {
      this.drawDetail(id);
      this.detail.scrollIntoView({ block: 'nearest' });
    }
  }

  /** @param {string} id */
  drawDetail(id) {
    const row = this.live.topic('calls').get(id);
    if (!row) {
      if (this.detailKey !== 'ended') {
        this.detailKey = 'ended';
        this.fillEnded(id);
      }
      return;
    }
    const state = this.state(row);
    const { since, beat_at: beatAt, message, done, total, ...fixed } = row;
    const key = JSON.stringify([fixed, state]);
    if (key !== this.detailKey) {
      this.detailKey = key;
      this.fillDetail(row, state);
    }
    this.detailTicks.forEach(tick => tick());
  }

  /** @param {string} id */
  fillEnded(id) {
    fill(
      this.detail,
      el(
        'div',
        { class: 'bar' },
        'This call has ended. ',
        el('a', { href: storyOf(id) }, 'Its story'),
        grow(),
        closeButton(() => this.show(null)),
      ),
    );
    this.detail.hidden = false;
  }

  /**
   * @param {CallRow} row
   * @param {string} state
   */
  fillDetail(row, state) {
    this.detailTicks = [];
    const since = (/** @type {CallRow} */ now) => this.live.since(now.since);
    const silent = (/** @type {CallRow} */ now) => this.live.since(now.beat_at ?? now.since);
    this.detail.hidden = false;
    fill(
      this.detail,
      el(
        'div',
        { class: 'bar' },
        badge(state),
        el('strong', null, foreign(row.tool)),
        grow(),
        el('a', { href: storyOf(row.id) }, 'Its story so far'),
        closeButton(() => this.show(null)),
      ),
      el(
        'dl',
        { class: 'facts' },
        fact('Server', row.upstream && foreign(row.upstream)),
        fact('Arguments', row.arguments && el('span', { class: 'mono' }, foreign(row.arguments))),
        fact('Client', row.client && foreign(row.client)),
        fact('Principal', foreign(row.principal)),
        fact('Turn', row.turn && foreign(row.turn)),
        fact('Waits for', row.held && foreign(row.held)),
        fact('Accepted', moment(row.accepted_at)),
        fact('Attempt', (row.attempt ?? 0) > 1 && String(row.attempt)),
        fact(
          'Kept alive by',
          !row.progress_backed && 'a timer, not by progress: only the total limit ends stuck work',
        ),
        this.limit(row.id, 'Total limit', row.timeout_s, since),
        row.state === 'running' && this.limit(row.id, 'Idle limit', row.idle_timeout_s, silent),
        fact('Call', el('code', null, row.id)),
      ),
    );
  }

  /**
   * How much of a limit is left, kept up to date.
   *
   * @param {string} id of the call
   * @param {string} name
   * @param {number | null | undefined} most
   * @param {(row: CallRow) => number} used
   */
  limit(id, name, most, used) {
    if (!most) {
      return null;
    }
    const bar = el('progress', { max: most, value: 0, 'aria-label': name });
    const words = el('span', { class: 'ticks' });
    this.detailTicks.push(() => {
      const now = this.live.topic('calls').get(id);
      const spent = now ? Math.min(most, used(now)) : most;
      bar.value = spent;
      setText(words, ` ${duration(most - spent)} left of ${duration(most)}`);
    });
    return fact(name, [bar, words]);
  }
}

/** The row of a call. */
class CallLine {
  /**
   * @param {Now} page
   * @param {Shown} row
   */
  constructor(page, row) {
    this.page = page;
    this.state = new Place(el('td', { class: 'c-state' }));
    this.call = new Place(el('td', { class: 'two' }));
    this.who = new Place(el('td', { class: 'c-who wide' }));
    this.time = el('td', { class: 'c-time ticks' });
    this.beat = new Place(el('td', { class: 'c-beat wide' }));
    this.beatWords = el('span', { class: 'ticks' });
    this.button = el(
      'button',
      {
        class: 'danger',
        click: () => page.cancel(row.id),
        'aria-label': `Cancel ${visible(row.tool)}`,
      },
      'Cancel',
    );
    this.story = el('a', { href: storyOf(row.id), hidden: true }, 'Story');
    this.element = el(
      'tr',
      null,
      this.state.element,
      this.call.element,
      this.who.element,
      this.time,
      this.beat.element,
      el('td', { class: 'c-act' }, this.button, this.story),
    );
  }

  /** @param {Shown} row */
  update(row) {
    const isRunning = !row.isEnded && row.state === 'running';
    const seconds = this.secondsOf(row);
    const { word, kind } = isRunning ? pace(seconds ?? 0) : { word: '', kind: '' };
    this.element.classList.toggle('ended', !!row.isEnded);
    this.showState(this.page.state(row), word, kind);
    this.call.show(`${row.tool} ${row.arguments}`, () => [
      el(
        'span',
        null,
        row.upstream ? el('span', { class: 'dim' }, foreign(row.upstream, 40), ' ') : null,
        foreign(row.tool, 80),
      ),
      row.arguments ? el('small', { class: 'mono' }, foreign(row.arguments, 160)) : null,
    ]);
    this.who.show(`${row.client} ${row.principal}`, () => [
      row.client ? foreign(row.client, 40) : '',
      row.principal && row.principal !== 'local'
        ? [' ', el('small', { class: 'dim' }, foreign(row.principal, 40))]
        : null,
    ]);
    setText(this.time, duration(seconds));
    this.time.className = `c-time ticks ${kind}`;
    this.showBeat(row, seconds);
    this.button.hidden = !!row.isEnded;
    this.button.disabled = this.page.cancelling.has(row.id);
    this.story.hidden = !row.isEnded;
  }

  /** @param {Shown} row */
  secondsOf(row) {
    if (row.isEnded) {
      return row.ran_s;
    }
    return row.since === undefined ? 0 : this.page.live.since(row.since);
  }

  /**
   * @param {string} state
   * @param {string} word
   * @param {string} kind
   */
  showState(state, word, kind) {
    this.state.show(state + word, () => [
      state === 'needs you' ? el('a', { href: '/ui/approvals' }, badge(state)) : badge(state),
      word ? el('small', { class: kind }, ` ${word}`) : null,
    ]);
  }

  /**
   * @param {Shown} row
   * @param {number | undefined} seconds
   */
  showBeat(row, seconds = 0) {
    const { live } = this.page;
    if (row.isEnded) {
      const stop = live.stops.get(row.id);
      const words = [
        ending(row) === 'error' ? 'its result reports an error' : row.detail,
        row.by ? `by ${row.by}` : '',
        stop ? `stop: ${stop}` : '',
      ];
      this.beat.show('', () => this.beatWords);
      setText(this.beatWords, words.filter(Boolean).join(' · '));
      return;
    }
    const { done, total } = row;
    this.beat.show(`${done}/${total}`, () => [
      total && Number.isFinite(done)
        ? [
            el('progress', { max: total, value: done, 'aria-label': 'Progress' }),
            ` ${done}/${total} `,
          ]
        : null,
      this.beatWords,
    ]);
    const limit = nearest(live, row, seconds);
    const near =
      limit && limit.used > NEAR_LIMIT ? ` · ${limit.name} limit in ${duration(limit.left)}` : '';
    setText(this.beatWords, beatOf(live, row) + near);
  }
}

/**
 * The last sign of progress of a running call, or what it waits for.
 *
 * @param {import('./live.js').Live} live
 * @param {CallRow} row
 */
function beatOf(live, row) {
  if (row.held) {
    return row.held === 'approval' ? 'waits for a decision' : `waits for ${row.held}`;
  }
  if (row.beat_at === null || row.beat_at === undefined) {
    return row.state === 'running' ? 'no sign of progress yet' : '';
  }
  return `${duration(live.since(row.beat_at))} ago${row.message ? `: ${row.message}` : ''}`;
}

/**
 * The limit of a running call that is used most.
 *
 * @param {import('./live.js').Live} live
 * @param {CallRow} row
 * @param {number} seconds that it has run
 */
function nearest(live, row, seconds) {
  if (row.state !== 'running') {
    return null;
  }
  const all = [];
  if (row.timeout_s) {
    all.push(limitOf('total', row.timeout_s, seconds));
  }
  if (row.idle_timeout_s && !row.held) {
    all.push(limitOf('idle', row.idle_timeout_s, live.since(row.beat_at ?? row.since)));
  }
  return all.sort((a, b) => b.used - a.used).at(0);
}

/**
 * @param {string} name
 * @param {number} most
 * @param {number} spent
 */
function limitOf(name, most, spent) {
  return { name, used: spent / most, left: Math.max(0, most - spent) };
}

/** @param {AbandonedRow[]} abandoned */
function abandonedCard(abandoned) {
  const words = ` ${count(abandoned.length, 'call')} ended, but the work cannot be stopped`;
  return el(
    'section',
    { class: 'card' },
    el('h2', null, badge('abandoned'), words),
    el(
      'ul',
      null,
      abandoned.slice(0, 50).map(call => {
        const since = [call.outcome ?? '', ', since ', moment(call.accepted_at)];
        return el('li', null, foreign(call.tool), ' ', el('span', { class: 'dim' }, since));
      }),
    ),
  );
}

/**
 * @param {string} title
 * @param {ProcessLine[] | undefined} processes
 */
function processList(title, processes = []) {
  if (processes.length === 0) {
    return null;
  }
  const lines = processes.map(one => el('li', null, `${one.pid} `, foreign(one.command, 80)));
  return [el('h3', null, title), el('ul', null, lines)];
}

/**
 * A fact with its name; none where it is not known.
 *
 * @param {string} name
 * @param {import('./dom.js').Child} value
 */
function fact(name, value) {
  return value ? [el('dt', null, name), el('dd', null, value)] : null;
}

/** @param {string} id of a call */
function storyOf(id) {
  return `/ui/history?call=${encodeURIComponent(id)}`;
}
