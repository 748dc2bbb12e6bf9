/** The frame of every page: ways in, navigation, keys, and the words that are read out. */
import { count, el, fill, setText } from './dom.js';
import { Live } from './live.js';
import * as session from './session.js';
import * as settings from './settings.js';

/**
 * Pages by path; each module exports `open(app)`, which gives `{title, element, keys?, filter?,
 * close()}`.
 */
const PAGES = [
  { path: '/', name: 'Now', key: 'n', load: () => import('./now.js') },
  { path: '/ui/approvals', name: 'Approvals', key: 'a', load: () => import('./approvals.js') },
  { path: '/ui/jobs', name: 'Jobs', key: 'j', load: () => import('./jobs.js') },
  { path: '/ui/servers', name: 'Servers', key: 's', load: () => import('./servers.js') },
  { path: '/ui/history', name: 'History', key: 'h', load: () => import('./history.js') },
  { path: '/ui/chat', name: 'Chat', key: 'c', load: () => import('./chat.js') },
  { path: '/ui/config', name: 'Config', key: 'e', load: () => import('./config.js') },
  { path: '/ui/settings', name: 'Settings', key: 't', load: () => import('./settings.js') },
];

const KEYS = [
  ['?', 'this map'],
  ['/', 'filter'],
  ['g then n a j s h c e t', 'Now, Approvals, Jobs, Servers, History, Chat, Config, Settings'],
  ['j k or arrows', 'next, previous row'],
  ['Enter', 'open the row'],
  ['Esc', 'close; never acts'],
  ['c', 'cancel the row (asks)'],
  ['p', 'hold the page still'],
  ['r', 'on a server: restart it (asks)'],
  ['a d', 'on an approval: allow once, deny'],
  ['Enter, Shift+Enter', 'in Chat: send, new line'],
  ['Ctrl+.', 'in Chat: cancel the turn'],
];

class App {
  constructor() {
    this.live = new Live();
    this.api = session.api;
    this.page = null;
    this.status = el('div', { role: 'status', class: 'unseen' });
    this.alert = el('div', { role: 'alert', class: 'unseen' });
    this.main = el('main', { id: 'main', tabindex: '-1' });
    this.bar = el('div', { class: 'lost', hidden: true });
    this.dot = el('span', { class: 'dot', 'aria-hidden': 'true' });
    this.state = el('span', { class: 'state' }, 'Connecting');
    this.links = PAGES.map(page => {
      const badge = el('span', { class: 'count' });
      const link = el('a', { href: page.path, 'data-path': page.path }, page.name, ' ', badge);
      return { ...page, link, badge };
    });
    this.pending = null;
    this.waiting = null;
  }

  start(problem) {
    fill(
      document.body,
      el('a', { class: 'skip', href: '#main' }, 'To the page'),
      el(
        'header',
        null,
        el('a', { class: 'brand', href: '/' }, 'Belay'),
        el('span', { class: 'connection' }, this.dot, this.state),
        el(
          'nav',
          { 'aria-label': 'Pages' },
          this.links.map(page => page.link),
        ),
        el(
          'button',
          { class: 'plain', click: () => this.help(), title: 'Keys (?)', 'aria-label': 'Keys' },
          '?',
        ),
      ),
      this.bar,
      this.main,
      this.status,
      this.alert,
    );
    document.addEventListener('click', event => this.onClick(event));
    document.addEventListener('keydown', event => this.onKey(event));
    window.addEventListener('popstate', () => this.show());
    this.live.addEventListener('state', () => this.onState());
    this.live.addEventListener('change', () => this.onChange());
    this.live.addEventListener('refused', event => this.signIn(event.detail));
    this.live.addEventListener('lost', event =>
      this.alarm(
        `Belay was started again: ${count(event.detail, 'call')} that ${event.detail === 1 ? 'was' : 'were'} under way ${event.detail === 1 ? 'is' : 'are'} lost`,
      ),
    );
    session.onRefused(why => this.signIn(why));
    window.addEventListener('storage', event => {
      if (event.key === 'belay.token' && !event.newValue) {
        location.reload();
      }
    });
    if (problem && !session.token()) {
      this.signIn(problem, true);
      return;
    }
    this.show();
    if (problem) {
      this.alarm(problem);
    }
    this.live.begin();
  }

  /** Goes to a path of this program, with its query. */
  go(path) {
    if (path !== location.pathname + location.search) {
      history.pushState(null, '', path);
    }
    this.show();
  }

  /**
   * The parameters of the address; `setQuery({name: value})` changes some, null removes one, and
   * adds no entry to the history.
   */
  get query() {
    return new URLSearchParams(location.search);
  }

  setQuery(changes) {
    const query = this.query;
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === '') {
        query.delete(name);
      } else {
        query.set(name, value);
      }
    }
    const text = query.toString();
    history.replaceState(null, '', location.pathname + (text ? '?' + text : ''));
  }

  async show() {
    if (this.isSignedOut) {
      return;
    }
    const found = this.links.find(page => page.path === location.pathname) ?? this.links[0];
    this.links.forEach(page =>
      page === found
        ? page.link.setAttribute('aria-current', 'page')
        : page.link.removeAttribute('aria-current'),
    );
    found.link.scrollIntoView({ block: 'nearest', inline: 'center' });
    const visit = (this.visit = {});
    this.page?.close?.();
    this.page = null;
    fill(this.main, el('p', { class: 'empty' }, 'Loading…'));
    try {
      const module = await found.load();
      if (visit !== this.visit) {
        return;
      }
      this.page = module.open(this);
      this.pageName = this.page.title ?? found.name;
      fill(this.main, el('h1', { class: 'unseen' }, found.name), this.page.element);
      this.title();
      if (this.hasShown) {
        // Whoever cannot see it hears which page it is, and goes on from its beginning.
        this.main.focus();
        this.say(`Page ${found.name}`);
      }
      this.hasShown = true;
    } catch (error) {
      fill(
        this.main,
        el('p', { class: 'trouble' }, `This page cannot be shown: ${error.message}`),
        el('button', { click: () => location.reload() }, 'Load again'),
      );
    }
  }

  onClick(event) {
    const link = event.target.closest?.('a[href^="/"]');
    if (
      link &&
      !event.defaultPrevented &&
      event.button === 0 &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.shiftKey &&
      !link.target
    ) {
      event.preventDefault();
      this.go(link.getAttribute('href'));
    }
  }

  onKey(event) {
    const inField = event.target.closest?.('input, textarea, select, [contenteditable]');
    if (event.defaultPrevented || document.querySelector('dialog[open]')) {
      return;
    }
    if (inField) {
      if (event.key === 'Escape') {
        event.target.blur();
      }
      return;
    }
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      (event.key.length === 1 && !settings.read().letters)
    ) {
      return;
    }
    if (this.pending === 'g') {
      this.pending = null;
      const page = this.links.find(one => one.key === event.key);
      if (page) {
        event.preventDefault();
        this.go(page.path);
      }
      return;
    }
    if (event.key === 'Enter' && event.target.closest?.('button, a, summary')) {
      return;
    }
    const keys = {
      g: () => {
        this.pending = 'g';
        setTimeout(() => {
          this.pending = null;
        }, 1500);
      },
      '?': () => this.help(),
      '/': () => this.page?.filter?.focus(),
      ...this.page?.keys,
    };
    if (keys[event.key]) {
      event.preventDefault();
      keys[event.key](event);
    }
  }

  onState() {
    const live = this.live;
    document.body.classList.toggle('stale', !live.connected && live.hasSnapshot);
    setText(
      this.state,
      live.connected ? 'Live' : live.hasSnapshot ? 'Not connected' : 'Connecting',
    );
    this.dot.className = live.connected ? 'dot on' : 'dot';
    this.bar.hidden = live.connected || !live.lostAt;
    if (!this.bar.hidden) {
      const text = `No connection since ${live.lostAt.toLocaleTimeString()}; times stand still. Trying again.`;
      if (this.bar.textContent !== text) {
        setText(this.bar, text);
        this.alarm(text);
      }
    }
  }

  onChange() {
    const rows = this.live.rows;
    const badge = name => this.links.find(page => page.name === name).badge;
    const size = topic => rows[topic]?.size ?? 0;
    const show = (element, number, words) => {
      setText(element, number ? String(number) : '');
      element.setAttribute('aria-label', number ? words : '');
    };
    show(badge('Now'), size('calls'), count(size('calls'), 'call'));
    show(badge('Jobs'), size('jobs'), count(size('jobs'), 'open job'));
    show(badge('Approvals'), size('approvals'), `${count(size('approvals'), 'call')} to decide on`);
    const bad = [...(rows.servers?.values() ?? [])].filter(
      server => server.state === 'down',
    ).length;
    show(badge('Servers'), bad, `${count(bad, 'server')} down`);
    badge('Servers').classList.toggle('bad', bad > 0);
    badge('Approvals').classList.toggle('ask', size('approvals') > 0);
    if (this.waiting !== null && size('approvals') > this.waiting) {
      const newest = [...rows.approvals.values()].at(-1);
      this.alarm(`${newest.tool} waits for your decision`);
      settings.notify(`A call waits for your decision`, newest.tool, () =>
        this.go('/ui/approvals'),
      );
    }
    this.waiting = size('approvals');
    this.title();
  }

  title() {
    const waiting = this.live.rows.approvals?.size ?? 0;
    const text = `${waiting > 0 ? `(${waiting}) ` : ''}${this.pageName ?? 'Belay'} · Belay`;
    if (document.title !== text) {
      document.title = text;
    }
  }

  /** Says something to those who listen, without interrupting them. */
  say(text) {
    setText(this.status, text);
  }

  alarm(text) {
    setText(this.alert, text);
  }

  /**
   * Asks before something is done; the harmless answer has the focus. Gives whether it was
   * confirmed.
   */
  confirm({ title, text, yes, no = 'Keep' }) {
    return new Promise(resolve => {
      const harmless = el(
        'button',
        { value: 'no', autofocus: true, click: () => dialog.close('no') },
        no,
      );
      const dialog = el(
        'dialog',
        {
          'aria-labelledby': 'ask',
          close: () => {
            dialog.remove();
            resolve(dialog.returnValue === 'yes');
          },
        },
        el('h2', { id: 'ask' }, title),
        el('div', null, text),
        el(
          'p',
          { class: 'actions' },
          harmless,
          el('button', { class: 'danger', value: 'yes', click: () => dialog.close('yes') }, yes),
        ),
      );
      document.body.append(dialog);
      dialog.showModal();
      harmless.focus();
    });
  }

  help() {
    const dialog = el(
      'dialog',
      { 'aria-labelledby': 'keys', close: () => dialog.remove() },
      el('h2', { id: 'keys' }, 'Keys'),
      el(
        'dl',
        { class: 'keys' },
        KEYS.map(([key, what]) => [el('dt', null, el('kbd', null, key)), el('dd', null, what)]),
      ),
      el(
        'p',
        { class: 'actions' },
        el('button', { autofocus: true, click: () => dialog.close() }, 'Close'),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  }

  signIn(why, wasTried = session.token() !== null) {
    // A page that is still loading does not take its place.
    this.isSignedOut = true;
    this.visit = null;
    this.page?.close?.();
    this.page = null;
    const field = el('input', {
      type: 'password',
      id: 'token',
      autocomplete: 'off',
      required: true,
    });
    fill(
      this.main,
      el(
        'section',
        { class: 'sign-in' },
        el('h1', null, 'Sign in'),
        why && wasTried ? el('p', { class: 'trouble' }, why) : null,
        el(
          'p',
          null,
          'On the machine where Belay runs, ',
          el('code', null, 'belay console'),
          ' prints a link that signs you in.',
        ),
        el(
          'form',
          {
            submit: event => {
              event.preventDefault();
              session.useToken(field.value);
              location.reload();
            },
          },
          el('label', { for: 'token' }, 'Or use a token that you were given'),
          field,
          el('button', null, 'Sign in'),
        ),
      ),
    );
    setText(this.state, 'Signed out');
  }
}

settings.apply();
const problem = await session.takeLink();
const app = new App();
app.start(problem);
