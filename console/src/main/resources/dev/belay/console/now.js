/**
 * What runs: calls, turns with their calls, and what went on after its end; each can be stopped.
 */
import {
  WindowedTable,
  badge,
  count,
  duration,
  el,
  ending,
  fill,
  foreign,
  moment,
  reconcile,
  setText,
  visible,
} from './dom.js';

/** Ended calls stay for so long, so that one sees how. */
const ENDED_STAYS_MS = 5_000;

/** S1-69: from when on a running call is shown as slow, and as very slow; in seconds. */
const SLOW = 10;
const VERY_SLOW = 30;

export function open(app) {
  return new Now(app);
}

class Now {
  constructor(app) {
    this.app = app;
    this.live = app.live;
    this.title = 'Now';
    this.held = null;
    this.cancelling = new Map();
    this.filter = el('input', {
      type: 'search',
      placeholder: 'Filter (/)',
      'aria-label': 'Filter',
      value: app.query.get('q') ?? '',
      input: () => {
        app.setQuery({ q: this.filter.value });
        this.draw();
      },
    });
    this.pause = el('button', { 'aria-pressed': 'false', click: () => this.hold() }, 'Hold (p)');
    this.summary = el('span', { class: 'dim' });
    this.calls = new WindowedTable({
      label: 'Calls',
      key: row => row.id,
      row: row => this.cells(row),
      update: (line, row) => this.refresh(line, row),
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
    this.turns = el('div', { class: 'turns' });
    this.after = el('div');
    this.empty = el('div', { class: 'empty', hidden: true });
    this.detail = el('section', {
      class: 'card panel',
      hidden: true,
      'aria-label': 'The chosen call',
    });
    this.element = el(
      'div',
      { class: 'fills' },
      el(
        'div',
        { class: 'bar' },
        this.filter,
        this.pause,
        el('span', { class: 'grow' }),
        this.summary,
      ),
      this.turns,
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
    this.timer = setInterval(() => this.tick(), 1000);
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
        .filter(one => ['failed', 'timed out', 'error'].includes(ending(one))).length;
      this.app.say(`${count(ended, 'call')} ended${bad ? `, ${bad} badly` : ''}`);
    }
  }

  rows() {
    const now = performance.now();
    const wanted = this.filter.value.toLowerCase();
    const fits = row =>
      !wanted ||
      [
        row.tool,
        row.upstream,
        row.client,
        row.principal,
        row.arguments,
        row.state,
        row.outcome,
      ].some(text => text?.toLowerCase().includes(wanted));
    const running = [...(this.live.rows.calls?.values() ?? [])];
    const rank = row => (row.held === 'approval' ? 0 : 1);
    running.sort((a, b) => rank(a) - rank(b) || a.since - b.since);
    const ids = new Set(running.map(row => row.id));
    const ended = this.live.ended
      .slice(-200)
      .filter(row => now - row.seen < ENDED_STAYS_MS && !ids.has(row.id))
      .map(row => ({ ...this.known?.get(row.id), ...row, isEnded: true }));
    return [...running, ...ended].filter(fits);
  }

  draw() {
    if (!this.live.hasSnapshot) {
      this.empty.hidden = false;
      this.calls.element.hidden = true;
      fill(
        this.empty,
        this.live.connected || !this.live.lostAt ? 'Connecting…' : 'Belay does not answer.',
      );
      return;
    }
    const rows = this.rows();
    // What a row showed while it ran is shown for a while after its end.
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
    this.drawTurns();
    this.drawAfter();
    if (this.chosen) {
      this.drawDetail();
    }
  }

  drawEmpty() {
    const last = this.live.ended.at(-1);
    fill(
      this.empty,
      this.filter.value ? 'No call fits the filter.' : 'Nothing runs.',
      last && !this.filter.value
        ? [
            ' The last call, ',
            foreign(last.tool),
            ', ended: ',
            badge(ending(last)),
            ' at ',
            moment(last.at),
            '. ',
            el('a', { href: '/ui/history' }, 'History'),
          ]
        : null,
      !last && !this.filter.value
        ? el('p', null, 'Clients connect to ', el('code', null, location.origin + '/mcp'))
        : null,
    );
  }

  tick() {
    // Ended rows leave; times move on.
    this.draw();
  }

  state(row) {
    if (row.isEnded) {
      return ending(row);
    }
    const step = this.live.stops.get(row.id);
    return this.cancelling.has(row.id) || step
      ? 'stopping'
      : row.held === 'approval'
        ? 'needs you'
        : row.state;
  }

  cells(row) {
    const cell = (name, attributes) => el('td', { ...attributes, 'data-cell': name });
    return [
      cell('state', { class: 'c-state' }),
      cell('call', { class: 'two' }),
      cell('who', { class: 'c-who wide' }),
      cell('time', { class: 'c-time ticks' }),
      cell('beat', { class: 'c-beat wide' }),
      el(
        'td',
        { class: 'c-act' },
        el(
          'button',
          {
            class: 'danger',
            click: () => this.cancel(row.id),
            'aria-label': `Cancel ${visible(row.tool)}`,
          },
          'Cancel',
        ),
      ),
    ];
  }

  refresh(line, row) {
    const cell = name =>
      (line.belayCells ??= Object.fromEntries(
        [...line.querySelectorAll('[data-cell]')].map(one => [one.dataset.cell, one]),
      ))[name];
    const once = (name, key, make) => {
      const place = cell(name);
      if (place.belayKey !== key) {
        place.belayKey = key;
        fill(place, make());
      }
    };
    line.classList.toggle('ended', !!row.isEnded);
    const state = this.state(row);
    const seconds = row.isEnded
      ? row.ran_s
      : row.since === undefined
        ? 0
        : this.live.since(row.since);
    const pace =
      row.isEnded || row.state !== 'running'
        ? ''
        : seconds > VERY_SLOW
          ? 'very slow'
          : seconds >= SLOW
            ? 'slow'
            : '';
    once('state', state + pace, () => [
      state === 'needs you' ? el('a', { href: '/ui/approvals' }, badge(state)) : badge(state),
      pace ? el('small', { class: pace === 'slow' ? 'warn' : 'bad' }, ` ▲ ${pace}`) : null,
    ]);
    once('call', `${row.tool} ${row.arguments}`, () => [
      el(
        'span',
        null,
        row.upstream ? el('span', { class: 'dim' }, foreign(row.upstream, 40), ' ') : null,
        foreign(row.tool, 80),
      ),
      row.arguments ? el('small', { class: 'mono' }, foreign(row.arguments, 160)) : null,
    ]);
    once('who', `${row.client} ${row.principal}`, () => [
      row.client ? foreign(row.client, 40) : '',
      row.principal && row.principal !== 'local'
        ? [' ', el('small', { class: 'dim' }, foreign(row.principal, 40))]
        : null,
    ]);
    setText(cell('time'), duration(seconds));
    cell('time').className =
      `c-time ticks ${pace === 'slow' ? 'warn' : pace ? 'bad' : row.isEnded || row.state !== 'running' ? '' : 'good'}`;
    this.refreshBeat(cell('beat'), row, seconds);
    const button = line.lastElementChild.firstElementChild;
    if (button?.tagName === 'BUTTON') {
      button.hidden = !!row.isEnded;
      button.disabled = this.cancelling.has(row.id);
    }
    if (row.isEnded && !line.belayLink) {
      line.belayLink = el('a', { href: `/ui/history?call=${encodeURIComponent(row.id)}` }, 'Story');
      line.lastElementChild.append(line.belayLink);
    }
  }

  refreshBeat(place, row, seconds) {
    if (row.isEnded) {
      setText(
        place,
        [
          ending(row) === 'error' ? 'its result reports an error' : row.detail,
          row.by ? `by ${row.by}` : '',
          this.live.stops.get(row.id) ? `stop: ${this.live.stops.get(row.id)}` : '',
        ]
          .filter(Boolean)
          .join(' · '),
      );
      return;
    }
    const words =
      row.held && row.held !== 'approval'
        ? `waits for ${row.held}`
        : row.held
          ? 'waits for a decision'
          : row.beat_at === null || row.beat_at === undefined
            ? row.state === 'running'
              ? 'no sign of progress yet'
              : ''
            : `${duration(this.live.since(row.beat_at))} ago${row.message ? `: ${row.message}` : ''}`;
    const key = `${row.done}/${row.total}`;
    if (place.belayBar !== key) {
      place.belayBar = key;
      const known = Number.isFinite(row.done) && row.total > 0;
      place.belayWords = el('span', { class: 'ticks' });
      fill(
        place,
        known
          ? [
              el('progress', { max: row.total, value: row.done, 'aria-label': 'Progress' }),
              ` ${row.done}/${row.total} `,
            ]
          : null,
        place.belayWords,
      );
    }
    const limit = nearest(this.live, row, seconds);
    setText(
      place.belayWords,
      words +
        (limit && limit.used > 0.5 ? ` · ${limit.name} limit in ${duration(limit.left)}` : ''),
    );
  }

  drawTurns() {
    const calls = [...(this.live.rows.calls?.values() ?? [])];
    reconcile(
      this.turns,
      [...(this.live.rows.turns?.values() ?? [])],
      turn => turn.id,
      turn => this.turnCard(turn),
      (card, turn) => {
        setText(card.belayCount, count(turn.calls, 'call'));
        reconcile(
          card.belayCalls,
          calls.filter(call => call.turn === turn.id),
          call => call.id,
          call => this.turnCall(call),
          (line, call) => {
            setText(line.belayTime, duration(this.live.since(call.since)));
            line.belayButton.disabled = this.cancelling.has(call.id);
          },
        );
      },
    );
  }

  turnCard(turn) {
    const number = el('span', { class: 'dim' });
    const list = el('ul', { class: 'tree' });
    const card = el(
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
        el('span', { class: 'grow' }),
        el(
          'button',
          { class: 'danger', click: event => this.cancelTurn(turn.id, event.target) },
          '✕ Cancel Turn',
        ),
      ),
      list,
    );
    card.belayCount = number;
    card.belayCalls = list;
    return card;
  }

  turnCall(call) {
    const time = el('span', { class: 'dim ticks' });
    const button = el(
      'button',
      {
        class: 'plain',
        click: () => this.cancel(call.id),
        'aria-label': `Cancel ${visible(call.tool)}`,
      },
      '✕',
    );
    const line = el('li', null, foreign(call.tool, 60), ' ', time, ' ', button);
    line.belayTime = time;
    line.belayButton = button;
    return line;
  }

  drawAfter() {
    const abandoned = [...(this.live.rows.abandoned?.values() ?? [])];
    const left = [...(this.live.rows.processes?.values() ?? [])];
    const lost = this.live.lostCalls;
    const key = `${abandoned.map(call => call.id).join()} ${left.length} ${lost.map(call => call.id).join()}`;
    if (key === this.afterKey) {
      return;
    }
    this.afterKey = key;
    fill(
      this.after,
      lost.length > 0
        ? el(
            'section',
            { class: 'card', 'aria-label': 'Lost calls' },
            el(
              'div',
              { class: 'bar' },
              el(
                'h2',
                null,
                badge('lost'),
                ` ${count(lost.length, 'call')} under way when Belay ended: it did half of the work, all, or none`,
              ),
              el('span', { class: 'grow' }),
              el(
                'button',
                {
                  class: 'plain',
                  click: () => {
                    this.live.lostCalls = [];
                    this.drawAfter();
                  },
                  'aria-label': 'Close',
                },
                '✕',
              ),
            ),
            el(
              'ul',
              null,
              lost.map(call =>
                el(
                  'li',
                  null,
                  call.upstream
                    ? el('span', { class: 'dim' }, foreign(call.upstream, 40), ' ')
                    : null,
                  foreign(call.tool, 80),
                  ' ',
                  el('span', { class: 'mono dim' }, foreign(call.arguments ?? '', 160)),
                  call.client ? el('span', { class: 'dim' }, ' ', foreign(call.client, 40)) : null,
                  el('span', { class: 'dim' }, ', since ', moment(call.accepted_at)),
                ),
              ),
            ),
          )
        : null,
      abandoned.length > 0
        ? el(
            'section',
            { class: 'card' },
            el(
              'h2',
              null,
              badge('abandoned'),
              ` ${count(abandoned.length, 'call')} ended, but the work cannot be stopped`,
            ),
            el(
              'ul',
              null,
              abandoned
                .slice(0, 50)
                .map(call =>
                  el(
                    'li',
                    null,
                    foreign(call.tool),
                    ' ',
                    el(
                      'span',
                      { class: 'dim' },
                      call.outcome ?? '',
                      ', since ',
                      moment(call.accepted_at),
                    ),
                  ),
                ),
            ),
          )
        : null,
      left.length > 0
        ? el(
            'p',
            { class: 'note' },
            `${count(left.length, 'process', 'processes')} left behind by stopped calls: `,
            el('a', { href: '/ui/servers' }, 'Servers'),
          )
        : null,
    );
  }

  /** A click acts at once; a key asks first. */
  async cancelAsked(row) {
    if (!row || row.isEnded) {
      return;
    }
    if (
      await this.app.confirm({
        title: 'Cancel this call?',
        text: [
          foreign(row.tool),
          ' ',
          el('span', { class: 'mono dim' }, foreign(row.arguments ?? '')),
        ],
        yes: 'Cancel it',
      })
    ) {
      await this.cancel(row.id);
    }
  }

  async cancel(id) {
    if (this.cancelling.has(id)) {
      return;
    }
    this.cancelling.set(id, true);
    this.draw();
    try {
      const answer = await this.app.api(`/api/calls/${encodeURIComponent(id)}/cancel`, {
        method: 'POST',
        body: { reason: 'by the console' },
      });
      const words = stopped(answer);
      this.app.say(words);
      this.result(id, words, answer);
    } catch (error) {
      this.app.alarm(
        error.status === 404 ? 'The call has ended.' : `It was not cancelled: ${error.message}`,
      );
      if (error.status !== 404) {
        this.result(id, `It was not cancelled: ${error.message}`, null);
        this.isOld = true;
      }
    } finally {
      this.cancelling.delete(id);
      this.draw();
    }
  }

  async cancelTurn(id, button) {
    button.disabled = true;
    try {
      await this.app.api(`/api/turns/${encodeURIComponent(id)}/abort`, { method: 'POST' });
      this.app.say('Turn cancelled');
    } catch (error) {
      this.app.alarm(
        error.status === 404 ? 'The turn has ended.' : `It was not cancelled: ${error.message}`,
      );
    }
  }

  /** What a stop did, until the next one. */
  result(id, words, answer) {
    this.isOld = false;
    this.chosen = null;
    this.detailKey = null;
    this.detail.hidden = false;
    const list = (title, processes) =>
      processes?.length > 0
        ? [
            el('h3', null, title),
            el(
              'ul',
              null,
              processes.map(one => el('li', null, String(one.pid), ' ', foreign(one.command, 80))),
            ),
          ]
        : null;
    fill(
      this.detail,
      el(
        'div',
        { class: 'bar' },
        el('strong', null, words),
        el('span', { class: 'grow' }),
        el('a', { href: `/ui/history?call=${encodeURIComponent(id)}` }, 'Its story'),
        el(
          'button',
          {
            class: 'plain',
            click: () => {
              this.detail.hidden = true;
            },
            'aria-label': 'Close',
          },
          '✕',
        ),
      ),
      list('Processes ended', answer?.killed),
      list('Left behind, since a completed call may need them', answer?.left_behind),
    );
  }

  show(id) {
    this.chosen = id;
    this.detailKey = null;
    this.app.setQuery({ call: id });
    this.detail.hidden = !id;
    if (id) {
      this.drawDetail();
      this.detail.scrollIntoView({ block: 'nearest' });
    }
  }

  drawDetail() {
    const row = this.live.rows.calls?.get(this.chosen);
    if (!row) {
      if (this.detailKey === 'ended') {
        return;
      }
      this.detailKey = 'ended';
      fill(
        this.detail,
        el(
          'div',
          { class: 'bar' },
          'This call has ended. ',
          el('a', { href: `/ui/history?call=${encodeURIComponent(this.chosen)}` }, 'Its story'),
          el('span', { class: 'grow' }),
          el(
            'button',
            { class: 'plain', click: () => this.show(null), 'aria-label': 'Close' },
            '✕',
          ),
        ),
      );
      this.detail.hidden = false;
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

  fillDetail(row, state) {
    this.detailTicks = [];
    const limit = (name, most, used) => {
      if (!most) {
        return null;
      }
      const bar = el('progress', { max: most, value: 0, 'aria-label': name });
      const words = el('span', { class: 'ticks' });
      this.detailTicks.push(() => {
        const now = this.live.rows.calls?.get(row.id);
        const spent = now ? Math.min(most, used(now)) : most;
        bar.value = spent;
        setText(words, ` ${duration(most - spent)} left of ${duration(most)}`);
      });
      return [el('dt', null, name), el('dd', null, bar, words)];
    };
    const fact = (name, value) => (value ? [el('dt', null, name), el('dd', null, value)] : null);
    this.detail.hidden = false;
    fill(
      this.detail,
      el(
        'div',
        { class: 'bar' },
        badge(state),
        el('strong', null, foreign(row.tool)),
        el('span', { class: 'grow' }),
        el('a', { href: `/ui/history?call=${encodeURIComponent(row.id)}` }, 'Its story so far'),
        el('button', { class: 'plain', click: () => this.show(null), 'aria-label': 'Close' }, '✕'),
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
        fact('Attempt', row.attempt > 1 && String(row.attempt)),
        fact(
          'Kept alive by',
          !row.progress_backed && 'a timer, not by progress: only the total limit ends stuck work',
        ),
        limit('Total limit', row.timeout_s, now => this.live.since(now.since)),
        row.state === 'running'
          ? limit('Idle limit', row.idle_timeout_s, now =>
              this.live.since(now.beat_at ?? now.since),
            )
          : null,
        fact('Call', el('code', null, row.id)),
      ),
    );
  }
}

/** The limit of a running call that is used most. */
function nearest(live, row, seconds) {
  if (row.state !== 'running') {
    return null;
  }
  const all = [];
  if (row.timeout_s) {
    all.push({
      name: 'total',
      used: seconds / row.timeout_s,
      left: Math.max(0, row.timeout_s - seconds),
    });
  }
  if (row.idle_timeout_s && !row.held) {
    const silent = live.since(row.beat_at ?? row.since);
    all.push({
      name: 'idle',
      used: silent / row.idle_timeout_s,
      left: Math.max(0, row.idle_timeout_s - silent),
    });
  }
  return all.sort((a, b) => b.used - a.used)[0];
}

const STOPPED = {
  'not started': 'It had not started.',
  interrupted: 'Its work ended.',
  told: 'Its server was told, and lives.',
  answered: 'Its server answered all the same; the answer is dropped.',
  retiring: 'Its server goes on with it, and is being replaced.',
  killed: 'Its processes were ended.',
  abandoned: 'Its work does not stop; it is watched.',
};

/** What a cancellation did, in words. */
export function stopped(answer) {
  return `${answer.cancelled ? 'Cancelled.' : 'It had ended before.'} ${STOPPED[answer.stopped] ?? ''}${answer.killed?.length ? ` ${count(answer.killed.length, 'process', 'processes')} gone.` : ''}`;
}
