/**
 * One server behind Belay: its processes, its words and its tools, and what can be done with it.
 * Longer than other files: all of its sections are parts of one answer of the gateway.
 */
import { Curves } from './curve.js';
import { Place, badge, el, foreign, grow, mark, moment, setText } from './dom.js';
import { Figures } from './figures.js';
import { visible } from './hidden.js';
import { troubleOf } from './session.js';
import { bytes, count, spaced } from './words.js';

const AGAIN_MS = 5_000;

/** Under load a server differs all the time: it is read this long after the first change. */
const SOON_MS = 800;

/** A tree of processes is shown to this depth. */
const DEEPEST = 40;

/** A model reads about so many bytes a token. */
const TOKEN_BYTES = 4;

export const ADMINS_ONLY =
  'This page is for those who look after the servers: it needs the scope admin.';

/** @type {Record<string, [glyph: string, kind: string, words: string]>} */
const ROLES = {
  serving: ['●', 'good', 'serving'],
  retiring: ['◌', 'warn', 'retiring'],
  other: ['○', 'calm', 'for one call, or about to serve'],
  ending: ['⊘', 'calm', 'being stopped'],
};

/** @param {ServerRow} row */
export function breaker(row) {
  return row.breaker ? spaced(row.breaker.state) : 'none';
}

/** @param {ServerRow} row */
export function speaks(row) {
  return [row.era, row.transport].filter(Boolean).join(', ');
}

export class OneServer {
  /**
   * @param {App} app
   * @param {string} name
   */
  constructor(app, name) {
    this.app = app;
    this.name = name;
    this.title = `${visible(name).slice(0, 40)} · Servers`;
    this.path = `/api/servers/${encodeURIComponent(name)}`;
    this.head = new Place(el('div', { class: 'bar server-head' }));
    this.facts = new Place(el('dl', { class: 'facts' }));
    this.curves = new Curves();
    this.processes = new Place(el('div'));
    this.held = new Place(el('div'));
    this.tools = new Place(el('div'));
    this.words = el('pre', { tabindex: '0', 'aria-label': 'Standard error' });
    this.trouble = el('p', { class: 'trouble', hidden: true });
    this.drainButton = el('button', { click: () => this.drain() });
    this.restartButton = el('button', { class: 'danger', click: () => this.restart() }, 'Restart…');
    const curves = el(
      'dl',
      { class: 'facts' },
      fact('Calls', this.curves.rate.element),
      fact('p50 · p95 · p99', this.curves.times.element),
    );
    this.sections = el(
      'div',
      { hidden: true },
      this.held.element,
      el('section', { class: 'card' }, this.facts.element, curves),
      card('Processes', this.processes.element),
      card('Standard error', this.words),
      card('Tools', this.tools.element),
    );
    this.element = el(
      'div',
      { class: 'server' },
      el('p', null, el('a', { href: '/ui/servers' }, '← All servers')),
      this.head.element,
      this.trouble,
      this.sections,
    );
    this.keys = { Escape: () => app.go('/ui/servers'), r: () => this.restart() };
    /**
     * The server as it was read last.
     *
     * @type {Server | null}
     */
    this.server = null;
    this.asked = 0;
    this.isClosed = false;
    /** @type {string | null} */
    this.seen = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.soon = undefined;
    this.figures = new Figures(() => this.curves.draw(this.figures, this.name));
    this.timer = setInterval(() => this.read(), AGAIN_MS);
    this.onChange = () => this.readSoon();
    app.live.addEventListener('change', this.onChange);
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
    const row = [...this.app.live.topic('servers').values()].find(one => one.name === this.name);
    const left = [...this.app.live.topic('processes').values()].filter(
      one => one.upstream === this.name,
    );
    const key = JSON.stringify([row, left]);
    if (this.seen !== null && key !== this.seen) {
      this.soon ??= setTimeout(() => {
        this.soon = undefined;
        this.read();
      }, SOON_MS);
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
      const { status, message } = troubleOf(error);
      this.trouble.hidden = false;
      setText(this.trouble, status === 403 ? ADMINS_ONLY : visible(message));
      if (status === 403 || status === 404) {
        this.sections.hidden = true;
        this.head.show('', () => null);
      }
    }
  }

  /** @param {Server} server */
  draw(server) {
    this.server = server;
    this.trouble.hidden = true;
    this.sections.hidden = false;
    const { stderr, tools, processes, ...row } = server;
    const isDrained = !!server.drained_by;
    setText(this.drainButton, isDrained ? 'Back into service' : 'Drain…');
    const { state, era, transport, in_flight: inFlight } = server;
    this.head.show(keyOf([state, era, transport, isDrained, isDrained && inFlight > 0]), () =>
      this.headOf(server),
    );
    this.facts.show(keyOf(row), () => factsOf(server));
    this.processes.show(keyOf(processes), () => this.processesOf(server));
    setText(this.words, stderr.length > 0 ? visible(stderr.join('\n'), true) : 'Nothing.');
    const held = tools.filter(tool => tool.verdict);
    this.held.show(keyOf(held), () => held.map(tool => this.heldTool(tool)));
    this.tools.show(keyOf(tools), () => toolsOf(server));
  }

  /** @param {Server} server */
  headOf(server) {
    const isNative = server.transport === 'native';
    const elsewhere = isNative ? 'A part of Belay itself' : 'It runs elsewhere';
    return [
      badge(server.state),
      server.drained_by ? badge(server.in_flight > 0 ? 'draining' : 'drained') : null,
      el('h2', { class: 'server-name' }, foreign(server.name, 80)),
      el('span', { class: 'dim' }, speaks(server)),
      grow(),
      isNative ? null : this.drainButton,
      server.transport === 'stdio' ? this.restartButton : el('span', { class: 'note' }, elsewhere),
    ];
  }

  /** @param {Server} server */
  processesOf(server) {
    if (server.processes.length === 0) {
      const words = server.transport === 'stdio' ? 'None runs.' : 'Belay starts none for it.';
      return el('p', { class: 'dim' }, words);
    }
    return [
      server.processes.map(process => {
        const [glyph, kind, words] = Object.hasOwn(ROLES, process.role)
          ? ROLES[process.role]
          : ['•', 'calm', visible(process.role)];
        const calls = ` ${process.pid}, ${count(process.calls, 'call')}`;
        return el(
          'div',
          { class: 'process' },
          el('div', null, mark(glyph, kind, words), calls),
          this.branch(process.tree, rootsOf(process.tree)),
          moreProcesses(process.tree_more),
        );
      }),
      moreProcesses(server.processes_more),
    ];
  }

  /**
   * A level of a tree of processes, with those below it.
   *
   * @param {TreeProcess[]} tree
   * @param {TreeProcess[]} level
   * @returns {HTMLElement}
   */
  branch(tree, level, depth = 0) {
    const childrenOf = (/** @type {TreeProcess} */ one) =>
      depth < DEEPEST ? tree.filter(child => child.parent === one.pid && child !== one) : [];
    return el(
      'ul',
      { class: 'tree' },
      level.map(one => {
        const children = childrenOf(one);
        return el(
          'li',
          null,
          el('span', { class: 'ticks' }, String(one.pid)),
          ' ',
          foreign(one.command, 60),
          ' ',
          el('small', { class: 'since' }, 'since ', moment(secondsAgo(one.age_s))),
          one.left_behind_by.length > 0 ? this.leftBehind(one) : null,
          children.length > 0 ? this.branch(tree, children, depth + 1) : null,
        );
      }),
    );
  }

  /** @param {TreeProcess} process */
  leftBehind(process) {
    const label = `End process ${process.pid}`;
    return [
      ' ',
      el('span', { class: 'badge warn' }, '▲ left behind'),
      ' ',
      el(
        'button',
        { class: 'danger', click: () => this.end(process), 'aria-label': label },
        'End…',
      ),
    ];
  }

  /**
   * Ends what an ended call left behind; one that runs would be cancelled by that.
   *
   * @param {TreeProcess} process
   */
  async end(process) {
    const running = this.app.live.topic('calls');
    const call = process.left_behind_by.find(id => !running.has(id));
    if (!call) {
      this.app.alarm('Its calls still run: cancel them first.');
      return;
    }
    const all = (this.server?.processes ?? [])
      .flatMap(one => one.tree)
      .filter(one => one.left_behind_by.includes(call));
    const lines = all.map(one => el('li', null, `${one.pid} `, foreign(one.command, 60)));
    const isSure = await this.app.confirm({
      title: `End ${count(all.length, 'process', 'processes')}?`,
      text: [
        el(
          'p',
          null,
          'A call that was stopped left them behind, and one that completed may need them.',
        ),
        el('ul', null, lines),
      ],
      yes: all.length === 1 ? 'End it' : 'End them',
    });
    if (!isSure) {
      return;
    }
    try {
      /** @type {CancelAnswer} */
      const answer = await this.app.api(`/api/calls/${encodeURIComponent(call)}/cancel`, {
        method: 'POST',
        body: { reason: 'by the console', processes: true },
      });
      this.app.say(`${count(answer.killed?.length ?? 0, 'process', 'processes')} ended.`);
    } catch (error) {
      const { status, message } = troubleOf(error);
      this.app.alarm(status === 404 ? 'They have ended.' : `They were not ended: ${message}`);
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
    const running =
      calls === 0 ? 'no call runs' : calls === 1 ? '1 call runs' : `${calls} calls run`;
    const isSure = await this.app.confirm({
      title: 'Restart this server?',
      text: [
        el('p', null, foreign(this.name), `: ${running} on it now.`),
        el(
          'p',
          null,
          'They go on and end on the present process. ',
          'New calls get a new one, which may know nothing of what the present one remembers.',
        ),
      ],
      yes: 'Restart it',
    });
    if (isSure) {
      await this.act(this.restartButton, 'restart', 'A new process is being started.');
    }
  }

  /** Has it take no new calls, or take them again. */
  async drain() {
    if (this.server?.drained_by) {
      await this.act(this.drainButton, 'resume', 'The server takes calls again.');
      return;
    }
    const isSure = await this.app.confirm({
      title: 'Drain this server?',
      text: [
        el(
          'p',
          null,
          foreign(this.name),
          ' takes no new calls: they are refused, with your name. ',
          'Those that it has go on and end.',
        ),
      ],
      yes: 'Drain it',
    });
    if (isSure) {
      await this.act(this.drainButton, 'drain', 'The server takes no new calls.');
    }
  }

  /**
   * Has the gateway do something to it, and shows how it is then.
   *
   * @param {HTMLButtonElement} button
   * @param {string} verb
   * @param {string} done words for when it is done
   */
  async act(button, verb, done) {
    button.disabled = true;
    this.asked++;
    try {
      this.draw(await this.app.api(`${this.path}/${verb}`, { method: 'POST', body: {} }));
      this.app.say(done);
    } catch (error) {
      this.fail(error);
    } finally {
      button.disabled = false;
    }
  }

  /** @param {ServerTool} tool */
  heldTool(tool) {
    const digests = [tool.accepted_sha256, tool.seen_sha256].map(one => `${one.slice(0, 12)}…`);
    return el(
      'section',
      { class: 'card', 'aria-label': `Changed tool ${visible(tool.own_name)}` },
      el(
        'div',
        { class: 'bar' },
        badge(tool.verdict === 'waiting' ? 'needs you' : 'refused'),
        el('strong', null, foreign(tool.name, 80)),
        el('span', { class: 'dim' }, 'has changed its definition, and is held back'),
        grow(),
        el('button', { class: 'go', click: () => this.accept(tool) }, 'Accept…'),
      ),
      difference(tool),
      el('p', { class: 'dim mono digest' }, `sha256 ${digests.join(', now ')}`),
    );
  }

  /** @param {ServerTool} tool */
  async accept(tool) {
    const words = ' is listed again, and models read what it says now.';
    const isSure = await this.app.confirm({
      title: 'Accept the changed tool?',
      text: [el('p', null, foreign(tool.name, 80), words), difference(tool)],
      yes: 'Accept it',
      no: 'Not now',
    });
    if (!isSure) {
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

  /** @param {unknown} error */
  fail(error) {
    const { message } = troubleOf(error);
    this.app.alarm(message);
    this.trouble.hidden = false;
    setText(this.trouble, visible(message));
  }
}

/**
 * What tells whether a part of the page must be drawn anew: processes grow older all the time.
 *
 * @param {unknown} value
 */
function keyOf(value) {
  return JSON.stringify(value, (name, part) => (name === 'age_s' ? undefined : part));
}

/**
 * @param {string} name
 * @param {...import('./dom.js').Child} value
 */
function fact(name, ...value) {
  return [el('dt', null, name), el('dd', null, value)];
}

/**
 * @param {string} title
 * @param {HTMLElement} content
 */
function card(title, content) {
  return el('section', { class: 'card', 'aria-label': title }, el('h2', null, title), content);
}

/**
 * What takes the eye of somebody who looks for trouble.
 *
 * @param {string} kind
 * @param {...import('./dom.js').Child} words
 */
function warning(kind, ...words) {
  return el('span', { class: kind }, '▲ ', words);
}

/** @param {Server} server */
function factsOf(server) {
  const { breaker: cut, abandoned } = server;
  const failed = cut && `${cut.failure_rate_pct ?? 0} % of ${count(cut.calls, 'call')} failed`;
  return [
    server.drained_by
      ? fact('Drained by', foreign(server.drained_by, 80), ': it takes no new calls')
      : null,
    server.detail ? fact('Why', el('span', { class: 'bad' }, foreign(server.detail, 500))) : null,
    fact('In flight', count(server.in_flight, 'request')),
    fact('Restarts', String(server.restarts)),
    fact('Breaker', failed ? `${breaker(server)}, ${failed}` : 'none'),
    server.ignored_stops
      ? fact(
          'Ignored stops',
          warning('warn', String(server.ignored_stops)),
          ' ',
          foreign(server.advice),
        )
      : null,
    abandoned
      ? fact('Abandoned', warning('bad', `${count(abandoned, 'call')} ended, and the work goes on`))
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

/** @param {number} number */
function moreProcesses(number) {
  return number > 0
    ? el('p', { class: 'dim' }, `and ${count(number, 'process', 'processes')} more`)
    : null;
}

/** @param {number} seconds */
function secondsAgo(seconds) {
  return new Date(Date.now() - seconds * 1000).toISOString();
}

/** @type {Record<string, string>} */
const SIGNS = { '+': 'good', '-': 'bad', '!': 'warn' };

/**
 * What differs between the accepted definition of a tool and its own.
 *
 * @param {ServerTool} tool
 */
function difference(tool) {
  const lines = tool.difference ?? [];
  if (lines.length === 0) {
    const words = tool.difference
      ? 'No line differs that could be shown.'
      : 'The difference is shown once others are accepted; belay tools accept --list has it.';
    return el('p', { class: 'dim' }, words);
  }
  return el(
    'pre',
    { tabindex: '0', 'aria-label': 'What has changed' },
    lines.map(text => {
      const kind = SIGNS[text.trimStart()[0]] ?? 'dim';
      return el('span', { class: `difference ${kind}` }, el('bdi', null, visible(text)), '\n');
    }),
    tool.difference_more > 0 ? `and ${count(tool.difference_more, 'line')} more` : null,
  );
}

/** @param {Server} server */
function toolsOf(server) {
  const { tools, tools_more: more } = server;
  if (tools.length === 0) {
    return el('p', { class: 'dim' }, 'It has listed none yet.');
  }
  const size = tools.reduce((sum, tool) => sum + tool.bytes, 0);
  const which = more > 0 ? `the first ${tools.length}` : 'all';
  const tokens = Math.ceil(size / TOKEN_BYTES).toLocaleString('en');
  const words =
    `${count(tools.length + more, 'tool')}; the definitions of ${which} take ${bytes(size)},` +
    ` about ${tokens} tokens.`;
  return [el('p', { class: 'dim' }, words), el('ul', { class: 'tools' }, tools.map(toolLine))];
}

/** @param {ServerTool} tool */
function toolLine(tool) {
  const oddities = tool.lint.map(text => el('li', null, foreign(text, 500)));
  return el(
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
    oddities.length > 0
      ? el(
          'details',
          null,
          el('summary', { class: 'warn' }, `▲ ${count(oddities.length, 'oddity', 'oddities')}`),
          el('ul', null, oddities),
        )
      : null,
  );
}

/**
 * Those whose parent is not shown: the server's own process, and what has got away from it.
 *
 * @param {TreeProcess[]} tree
 */
function rootsOf(tree) {
  const pids = new Set(tree.map(one => one.pid));
  return tree.filter(one => !pids.has(one.parent) || one.parent === one.pid);
}
