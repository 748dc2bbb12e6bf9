/**
 * The servers behind Belay: how each does; of one its processes, its words and its tools, and what
 * can be done with it.
 */
import {
  WindowedTable,
  badge,
  bytes,
  count,
  duration,
  el,
  fill,
  foreign,
  moment,
  setText,
  visible,
} from './dom.js';
import { Curve } from './curve.js';
import { Figures } from './figures.js';

const AGAIN_MS = 5_000;
const CURVES = 'Curves show up to five minutes; figures and times are those of a minute.';

export function open(app) {
  const you = app.live.you;
  if (you && !you.admin) {
    return {
      title: 'Servers',
      element: el(
        'p',
        { class: 'empty' },
        'This page is for those who look after the servers: it needs the scope admin.',
      ),
      close() {},
    };
  }
  const name = app.query.get('name');
  return name ? new OneServer(app, name) : new Servers(app);
}

/** The row of a server as it is now: a row of the feed keeps what its last one had. */
function rowsOf(app) {
  return [...(app.live.rows.servers?.values() ?? [])].map(row => row.it ?? row);
}

const pathOf = name => `/ui/servers?name=${encodeURIComponent(name)}`;

/** Seconds of a call: `12 ms`, `1.2 s`. */
function short(seconds) {
  return seconds === null || seconds === undefined
    ? '–'
    : seconds < 1
      ? `${Math.round(seconds * 1000)} ms`
      : duration(seconds);
}

function drawCurves(figures, name, rate, times) {
  const { rate: rates, p50, p95, p99, mean } = figures.of(name);
  rate.set([rates], mean === null ? '…' : `${mean < 10 ? mean.toFixed(1) : Math.round(mean)}/s`);
  times.set(
    [p50, p95, p99],
    p50.length === 0
      ? '…'
      : p50.at(-1) === null
        ? 'no calls'
        : `${short(p50.at(-1))} · ${short(p95.at(-1))} · ${short(p99.at(-1))}`,
  );
}

function breaker(row) {
  return row.breaker ? row.breaker.state.replaceAll('_', ' ') : 'none';
}

function flags(row) {
  return [
    row.drained_by ? `drained by ${row.drained_by}` : '',
    row.tools_waiting ? `${count(row.tools_waiting, 'tool')} to accept` : '',
    row.tools_refused ? `${count(row.tools_refused, 'tool')} refused` : '',
    row.retiring.length ? `${row.retiring.length} retiring` : '',
    row.abandoned ? `${row.abandoned} abandoned` : '',
    row.breaker && row.breaker.state !== 'closed' ? `breaker ${breaker(row)}` : '',
  ].filter(Boolean);
}

class Servers {
  constructor(app) {
    this.app = app;
    this.title = 'Servers';
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
    this.summary = el('span', { class: 'dim' });
    this.table = new WindowedTable({
      label: 'Servers',
      key: row => row.name,
      row: row => this.cells(row),
      update: (tr, row) => this.refresh(tr, row),
      open: row => app.go(pathOf(row.name)),
      columns: [
        { name: 'State', class: 'c-state' },
        { name: 'Server' },
        { name: 'Speaks', class: 'v-era wide' },
        { name: 'In flight', class: 'v-number' },
        { name: 'Restarts', class: 'v-number wide' },
        { name: 'Breaker', class: 'v-era wide' },
        { name: 'Calls', class: 'v-curve wide' },
        { name: 'p50 · p95 · p99', class: 'v-curve v-times wide' },
      ],
    });
    this.empty = el('p', { class: 'empty' });
    this.note = el('p', { class: 'note' }, CURVES);
    this.element = el(
      'div',
      { class: 'fills' },
      el('div', { class: 'bar' }, this.filter, el('span', { class: 'grow' }), this.summary),
      this.table.element,
      this.empty,
      this.note,
    );
    this.keys = this.table.keys();
    this.figures = new Figures(() => this.draw());
    this.onChange = () => this.draw();
    app.live.addEventListener('change', this.onChange);
    this.draw();
  }

  close() {
    this.app.live.removeEventListener('change', this.onChange);
    this.figures.close();
    this.table.close();
  }

  draw() {
    const you = this.app.live.you;
    if (you && !you.admin) {
      this.app.show();
      return;
    }
    const wanted = this.filter.value.toLowerCase();
    const all = rowsOf(this.app);
    const rows = all.filter(
      row =>
        !wanted ||
        [row.name, row.state, row.era, row.transport].some(text =>
          text?.toLowerCase().includes(wanted),
        ),
    );
    this.table.set(rows);
    this.table.element.hidden = rows.length === 0;
    this.empty.hidden = rows.length > 0;
    setText(
      this.empty,
      !this.app.live.hasSnapshot
        ? 'Connecting…'
        : wanted
          ? 'No server fits the filter.'
          : 'No server is configured.',
    );
    setText(this.summary, count(all.length, 'server'));
    setText(this.note, this.figures.trouble ? `No curves: ${this.figures.trouble}.` : CURVES);
  }

  cells() {
    const cell = (name, kind) => el('td', { class: kind, 'data-cell': name });
    return [
      cell('state', 'c-state'),
      cell('name', 'two'),
      cell('era', 'v-era wide'),
      cell('flight', 'v-number ticks'),
      cell('restarts', 'v-number ticks wide'),
      cell('breaker', 'v-era wide'),
      cell('rate', 'v-curve wide'),
      cell('times', 'v-curve v-times wide'),
    ];
  }

  refresh(tr, row) {
    if (!tr.belayCells) {
      tr.belayCells = Object.fromEntries(
        [...tr.querySelectorAll('[data-cell]')].map(one => [one.dataset.cell, one]),
      );
      tr.belayRate = new Curve(['rate']);
      tr.belayTimes = new Curve(['p50', 'p95', 'p99']);
      tr.belayCells.rate.append(tr.belayRate.element);
      tr.belayCells.times.append(tr.belayTimes.element);
    }
    const cells = tr.belayCells;
    const once = (name, key, make) => {
      if (cells[name].belayKey !== key) {
        cells[name].belayKey = key;
        fill(cells[name], make());
      }
    };
    once('state', row.state, () => badge(row.state));
    const extra = [...flags(row), row.detail ?? ''].filter(Boolean).join(' · ');
    once('name', `${row.name} ${extra}`, () => [
      el('a', { href: pathOf(row.name), tabindex: '-1' }, foreign(row.name, 80)),
      extra
        ? el(
            'small',
            null,
            el('span', { class: row.detail ? 'bad' : 'warn' }, '▲ ', foreign(extra, 160)),
          )
        : null,
    ]);
    setText(cells.era, [row.era, row.transport].filter(Boolean).join(', '));
    once('flight', String(row.in_flight), () => [
      String(row.in_flight),
      el('span', { class: 'v-word' }, ' in flight'),
    ]);
    setText(cells.restarts, String(row.restarts));
    setText(cells.breaker, breaker(row));
    drawCurves(this.figures, row.name, tr.belayRate, tr.belayTimes);
  }
}

const ROLES = {
  serving: ['●', 'good', 'serving'],
  retiring: ['◌', 'warn', 'retiring'],
  other: ['○', 'calm', 'for one call, or about to serve'],
  ending: ['⊘', 'calm', 'being stopped'],
};

class OneServer {
  constructor(app, name) {
    this.app = app;
    this.name = name;
    this.title = `${visible(name).slice(0, 40)} · Servers`;
    this.path = `/api/servers/${encodeURIComponent(name)}`;
    this.head = el('div', { class: 'bar server-head' });
    this.facts = el('dl', { class: 'facts' });
    this.rate = new Curve(['rate']);
    this.times = new Curve(['p50', 'p95', 'p99']);
    this.processes = el('div');
    this.held = el('div');
    this.tools = el('div');
    this.words = el('pre', { tabindex: '0', 'aria-label': 'Standard error' });
    this.trouble = el('p', { class: 'trouble', hidden: true });
    const card = (title, ...content) =>
      el('section', { class: 'card', 'aria-label': title }, el('h2', null, title), content);
    this.drainButton = el('button', { click: () => this.drain() });
    this.restartButton = el('button', { class: 'danger', click: () => this.restart() }, 'Restart…');
    this.sections = el(
      'div',
      { hidden: true },
      this.held,
      el(
        'section',
        { class: 'card' },
        this.facts,
        el(
          'dl',
          { class: 'facts' },
          el('dt', null, 'Calls'),
          el('dd', null, this.rate.element),
          el('dt', null, 'p50 · p95 · p99'),
          el('dd', null, this.times.element),
        ),
      ),
      card('Processes', this.processes),
      card('Standard error', this.words),
      card('Tools', this.tools),
    );
    this.element = el(
      'div',
      { class: 'server' },
      el('p', null, el('a', { href: '/ui/servers' }, '← All servers')),
      this.head,
      this.trouble,
      this.sections,
    );
    this.keys = { Escape: () => app.go('/ui/servers'), r: () => this.restart() };
    this.drawn = new Map();
    this.figures = new Figures(() => drawCurves(this.figures, this.name, this.rate, this.times));
    this.timer = setInterval(() => this.read(), AGAIN_MS);
    this.onChange = () => this.readSoon();
    app.live.addEventListener('change', this.onChange);
    this.asked = 0;
    this.readSoon();
    this.read();
  }

  close() {
    this.app.live.removeEventListener('change', this.onChange);
    clearInterval(this.timer);
    clearTimeout(this.soon);
    this.figures.close();
    this.isClosed = true;
  }

  /** Its row differs, or what was left behind: it is looked at again. */
  readSoon() {
    const row = rowsOf(this.app).find(one => one.name === this.name);
    const left = [...(this.app.live.rows.processes?.values() ?? [])].filter(
      one => one.upstream === this.name,
    );
    const key = JSON.stringify([row, left]);
    if (this.seen !== undefined && key !== this.seen && !this.soon) {
      // Under load it differs all the time: the first change counts.
      this.soon = setTimeout(() => {
        this.soon = null;
        this.read();
      }, 800);
    }
    this.seen = key;
  }

  async read() {
    if (document.hidden && this.server) {
      return;
    }
    const asked = ++this.asked;
    try {
      const server = await this.app.api(this.path);
      // What has been asked or done since knows better.
      if (!this.isClosed && asked === this.asked) {
        this.draw(server);
      }
    } catch (error) {
      this.trouble.hidden = false;
      setText(
        this.trouble,
        error.status === 403
          ? 'This page is for those who look after the servers: it needs the scope admin.'
          : visible(error.message),
      );
      if (error.status === 403 || error.status === 404) {
        this.sections.hidden = true;
        fill(this.head);
      }
    }
  }

  draw(server) {
    this.server = server;
    this.trouble.hidden = true;
    this.sections.hidden = false;
    // What is as it was stays: it may be selected, read, or have the focus.
    const once = (place, value, make) => {
      const key = JSON.stringify(value, (name, part) => (name === 'age_s' ? undefined : part));
      if (this.drawn.get(place) !== key) {
        this.drawn.set(place, key);
        fill(place, make());
      }
    };
    const runs = server.transport === 'stdio';
    const drains = !!server.drained_by;
    setText(this.drainButton, drains ? 'Back into service' : 'Drain…');
    once(this.head, [server.state, server.era, runs, drains], () => [
      badge(server.state),
      drains ? badge(server.in_flight > 0 ? 'draining' : 'drained') : null,
      el('h2', { class: 'server-name' }, foreign(server.name, 80)),
      el('span', { class: 'dim' }, [server.era, server.transport].filter(Boolean).join(', ')),
      el('span', { class: 'grow' }),
      server.transport === 'native' ? null : this.drainButton,
      runs
        ? this.restartButton
        : el(
            'span',
            { class: 'note' },
            server.transport === 'native' ? 'A part of Belay itself' : 'It runs elsewhere',
          ),
    ]);
    const { stderr, tools, processes, ...row } = server;
    once(this.facts, row, () => this.factsOf(server));
    once(this.processes, processes, () => this.processesOf(server));
    setText(this.words, stderr.length > 0 ? visible(stderr.join('\n'), true) : 'Nothing.');
    const held = tools.filter(tool => tool.verdict);
    once(this.held, held, () => held.map(tool => this.heldTool(tool)));
    once(this.tools, tools, () => this.toolsOf(server));
  }

  factsOf(server) {
    const fact = (name, ...value) => [el('dt', null, name), el('dd', null, value)];
    return [
      server.drained_by
        ? fact('Drained by', foreign(server.drained_by, 80), ': it takes no new calls')
        : null,
      server.detail ? fact('Why', el('span', { class: 'bad' }, foreign(server.detail, 500))) : null,
      fact('In flight', count(server.in_flight, 'request')),
      fact('Restarts', String(server.restarts)),
      fact(
        'Breaker',
        server.breaker
          ? `${breaker(server)}, ${server.breaker.failure_rate_pct ?? 0} % of ${count(server.breaker.calls, 'call')} failed`
          : 'none',
      ),
      server.ignored_stops
        ? fact(
            'Ignored stops',
            el('span', { class: 'warn' }, '▲ ', String(server.ignored_stops)),
            ' ',
            foreign(server.advice ?? ''),
          )
        : null,
      server.abandoned
        ? fact(
            'Abandoned',
            el(
              'span',
              { class: 'bad' },
              '▲ ',
              `${count(server.abandoned, 'call')} ended, and the work goes on`,
            ),
          )
        : null,
      server.retiring.map(one =>
        fact(
          'Retires',
          `${one.pid || 'a session'}, ${count(one.calls, 'call')}: `,
          foreign(one.why, 500),
        ),
      ),
    ];
  }

  processesOf(server) {
    if (server.processes.length === 0) {
      return el(
        'p',
        { class: 'dim' },
        server.transport === 'stdio' ? 'None runs.' : 'Belay starts none for it.',
      );
    }
    const more = (number, what) =>
      number > 0 ? el('p', { class: 'dim' }, `and ${count(number, ...what)} more`) : null;
    return [
      server.processes.map(process => {
        const [glyph, kind, word] = ROLES[process.role] ?? ['•', 'calm', visible(process.role)];
        return el(
          'div',
          { class: 'process' },
          el(
            'div',
            null,
            el(
              'span',
              { class: `badge ${kind}` },
              el('span', { 'aria-hidden': 'true' }, glyph),
              ' ',
              word,
            ),
            ` ${process.pid}, ${count(process.calls, 'call')}`,
          ),
          this.branch(process.tree, rootsOf(process.tree)),
          more(process.tree_more, ['process', 'processes']),
        );
      }),
      more(server.processes_more, ['process', 'processes']),
    ];
  }

  branch(tree, level, depth = 0) {
    return el(
      'ul',
      { class: 'tree' },
      level.map(one => {
        const children =
          depth < 40 ? tree.filter(child => child.parent === one.pid && child !== one) : [];
        const isLeft = one.left_behind_by.length > 0;
        return el(
          'li',
          null,
          el('span', { class: 'ticks' }, String(one.pid)),
          ' ',
          foreign(one.command, 60),
          ' ',
          el(
            'small',
            { class: 'since' },
            'since ',
            moment(new Date(Date.now() - one.age_s * 1000).toISOString()),
          ),
          isLeft
            ? [
                ' ',
                el('span', { class: 'badge warn' }, '▲ left behind'),
                ' ',
                el(
                  'button',
                  {
                    class: 'danger',
                    click: () => this.end(one),
                    'aria-label': `End process ${one.pid}`,
                  },
                  'End…',
                ),
              ]
            : null,
          children.length > 0 ? this.branch(tree, children, depth + 1) : null,
        );
      }),
    );
  }

  /** Ends what an ended call left behind; one that runs would be cancelled by that. */
  async end(process) {
    const running = this.app.live.rows.calls;
    const call = process.left_behind_by.find(id => !running?.has(id));
    if (!call) {
      this.app.alarm('Its calls still run: cancel them first.');
      return;
    }
    const all = this.server.processes
      .flatMap(one => one.tree)
      .filter(one => one.left_behind_by.includes(call));
    const sure = await this.app.confirm({
      title: `End ${count(all.length, 'process', 'processes')}?`,
      text: [
        el(
          'p',
          null,
          'A call that was stopped left them behind, and one that completed may need them.',
        ),
        el(
          'ul',
          null,
          all.map(one => el('li', null, `${one.pid} `, foreign(one.command, 60))),
        ),
      ],
      yes: all.length === 1 ? 'End it' : 'End them',
    });
    if (!sure) {
      return;
    }
    try {
      const answer = await this.app.api(`/api/calls/${encodeURIComponent(call)}/cancel`, {
        method: 'POST',
        body: { reason: 'by the console', processes: true },
      });
      this.app.say(`${count(answer.killed.length, 'process', 'processes')} ended.`);
    } catch (error) {
      this.app.alarm(
        error.status === 404 ? 'They have ended.' : `They were not ended: ${error.message}`,
      );
    }
    this.read();
  }

  async restart() {
    if (this.server?.transport !== 'stdio') {
      return;
    }
    const calls = this.server.processes
      .filter(one => one.role === 'serving')
      .reduce((sum, one) => sum + one.calls, 0);
    const sure = await this.app.confirm({
      title: 'Restart this server?',
      text: [
        el(
          'p',
          null,
          foreign(this.name),
          `: ${calls === 0 ? 'no call runs' : calls === 1 ? '1 call runs' : `${calls} calls run`} on it now.`,
        ),
        el(
          'p',
          null,
          'They go on and end on the present process. New calls get a new one, which may know nothing of what the present one remembers.',
        ),
      ],
      yes: 'Restart it',
    });
    if (!sure) {
      return;
    }
    this.restartButton.disabled = true;
    this.asked++;
    try {
      this.draw(await this.app.api(`${this.path}/restart`, { method: 'POST', body: {} }));
      this.app.say('A new process is being started.');
    } catch (error) {
      this.fail(error);
    } finally {
      this.restartButton.disabled = false;
    }
  }

  /** Has it take no new calls, or take them again. */
  async drain() {
    const drains = !!this.server?.drained_by;
    if (
      !drains &&
      !(await this.app.confirm({
        title: 'Drain this server?',
        text: [
          el(
            'p',
            null,
            foreign(this.name),
            ' takes no new calls: they are refused, with your name. Those that it has go on and end.',
          ),
        ],
        yes: 'Drain it',
      }))
    ) {
      return;
    }
    this.drainButton.disabled = true;
    this.asked++;
    try {
      this.draw(
        await this.app.api(`${this.path}/${drains ? 'resume' : 'drain'}`, {
          method: 'POST',
          body: {},
        }),
      );
      this.app.say(drains ? 'The server takes calls again.' : 'The server takes no new calls.');
    } catch (error) {
      this.fail(error);
    } finally {
      this.drainButton.disabled = false;
    }
  }

  heldTool(tool) {
    return el(
      'section',
      { class: 'card', 'aria-label': `Changed tool ${visible(tool.own_name)}` },
      el(
        'div',
        { class: 'bar' },
        badge(tool.verdict === 'waiting' ? 'needs you' : 'refused'),
        el('strong', null, foreign(tool.name, 80)),
        el('span', { class: 'dim' }, 'has changed its definition, and is held back'),
        el('span', { class: 'grow' }),
        el('button', { class: 'go', click: () => this.accept(tool) }, 'Accept…'),
      ),
      this.difference(tool),
      el(
        'p',
        { class: 'dim mono digest' },
        `sha256 ${tool.accepted_sha256.slice(0, 12)}…, now ${tool.seen_sha256.slice(0, 12)}…`,
      ),
    );
  }

  difference(tool) {
    const lines = tool.difference;
    if (!lines || lines.length === 0) {
      return el(
        'p',
        { class: 'dim' },
        lines
          ? 'No line differs that could be shown.'
          : 'The difference is shown once others are accepted; belay tools accept --list has it.',
      );
    }
    return el(
      'pre',
      { tabindex: '0', 'aria-label': 'What has changed' },
      lines.map(text => {
        const sign = text.trimStart()[0];
        return el(
          'span',
          {
            class: `difference ${sign === '+' ? 'good' : sign === '-' ? 'bad' : sign === '!' ? 'warn' : 'dim'}`,
          },
          el('bdi', null, visible(text)),
          '\n',
        );
      }),
      tool.difference_more > 0 ? `and ${count(tool.difference_more, 'line')} more` : null,
    );
  }

  async accept(tool) {
    const sure = await this.app.confirm({
      title: 'Accept the changed tool?',
      text: [
        el(
          'p',
          null,
          foreign(tool.name, 80),
          ' is listed again, and models read what it says now.',
        ),
        this.difference(tool),
      ],
      yes: 'Accept it',
      no: 'Not now',
    });
    if (!sure) {
      return;
    }
    this.asked++;
    try {
      this.draw(
        await this.app.api(`${this.path}/tools/${encodeURIComponent(tool.own_name)}/accept`, {
          method: 'POST',
          body: { sha256: tool.seen_sha256 },
        }),
      );
      this.app.say('The tool is accepted.');
    } catch (error) {
      this.fail(error);
      this.read();
    }
  }

  fail(error) {
    this.app.alarm(error.message);
    this.trouble.hidden = false;
    setText(this.trouble, visible(error.message));
  }

  toolsOf(server) {
    if (server.tools.length === 0) {
      return el('p', { class: 'dim' }, 'It has listed none yet.');
    }
    const all = server.tools.reduce((sum, tool) => sum + tool.bytes, 0);
    return [
      el(
        'p',
        { class: 'dim' },
        `${count(server.tools.length + server.tools_more, 'tool')}; the definitions of ${server.tools_more > 0 ? `the first ${server.tools.length}` : 'all'} take ${bytes(all)}, about ${Math.ceil(all / 4).toLocaleString('en')} tokens.`,
      ),
      el(
        'ul',
        { class: 'tools' },
        server.tools.map(tool =>
          el(
            'li',
            null,
            el(
              'div',
              { class: 'bar' },
              el('strong', null, foreign(tool.name, 80)),
              tool.verdict ? badge(tool.verdict) : null,
              el('span', { class: 'dim ticks' }, bytes(tool.bytes)),
              tool.own_name !== tool.name
                ? el('small', { class: 'since' }, 'its own name: ', foreign(tool.own_name, 80))
                : null,
            ),
            el('div', { class: 'dim' }, foreign(tool.description, 140)),
            tool.lint.length > 0
              ? el(
                  'details',
                  null,
                  el(
                    'summary',
                    { class: 'warn' },
                    `▲ ${count(tool.lint.length, 'oddity', 'oddities')}`,
                  ),
                  el(
                    'ul',
                    null,
                    tool.lint.map(text => el('li', null, foreign(text, 500))),
                  ),
                )
              : null,
          ),
        ),
      ),
    ];
  }
}

/** Those whose parent is not shown: the server's own process, and what has got away from it. */
function rootsOf(tree) {
  const pids = new Set(tree.map(one => one.pid));
  return tree.filter(one => !pids.has(one.parent) || one.parent === one.pid);
}
