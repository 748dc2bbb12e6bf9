/**
 * The frame of every page: ways in, navigation, keys, and the words that are read out. Longer than
 * other files: one object, which every page is given whole.
 */
import { el, fill, setText } from './dom.js';
import { Live } from './live.js';
import * as session from './session.js';
import * as settings from './settings.js';
import { count } from './words.js';

/**
 * Pages by path.
 *
 * @type {{
 *   path: string,
 *   name: string,
 *   key: string,
 *   load: () => Promise<{ open(app: App): Page }>,
 * }[]}
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

/** How long the second key of two is waited for. */
const SECOND_KEY_MS = 1_500;

/** The console: what every page is given. */
export class App {
  constructor() {
    this.live = new Live();
    this.api = session.api;
    /** @type {Page | null} */
    this.page = null;
    /** @type {string | null} */
    this.pageName = null;
    /**
     * What a page that loads later than another was asked for is known by; null for none.
     *
     * @type {object | null}
     */
    this.visit = null;
    this.hasShown = false;
    this.isSignedOut = false;
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
    /**
     * Ends the time in which a page is named by the key after `g`.
     *
     * @type {ReturnType<typeof setTimeout> | undefined}
     */
    this.going = undefined;
    /**
     * How many calls wait for a decision; null before that is known.
     *
     * @type {number | null}
     */
    this.waiting = null;
  }

  /** @param {string | null} problem with the link by which one came */
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
    this.live.addEventListener('refused', event =>
      this.signIn(/** @type {CustomEvent<string>} */ (event).detail),
    );
    this.live.addEventListener('lost', event =>
      this.alarm(lostWords(/** @type {CustomEvent<number>} */ (event).detail)),
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

  /**
   * Goes to a path of this program, with its query.
   *
   * @param {string} path
   */
  go(path) {
    if (path !== location.pathname + location.search) {
      history.pushState(null, '', path);
    }
    this.show();
  }

  /** The parameters of the address. */
  get query() {
    return new URLSearchParams(location.search);
  }

  /**
   * Changes parameters of the address, with no entry in the history; null removes one.
   *
   * @param {Record<string, string | null>} changes
   */
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
    this.links.forEach(page => page.link.removeAttribute('aria-current'));
    found.link.setAttribute('aria-current', 'page');
    found.link.scrollIntoView({ block: 'nearest', inline: 'center' });
    const visit = (this.visit = {});
    this.page?.close();
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
        el(
          'p',
          { class: 'trouble' },
          `This page cannot be shown: ${session.troubleOf(error).message}`,
        ),
        el('button', { click: () => location.reload() }, 'Load again'),
      );
    }
  }

  /** @param {MouseEvent} event */
  onClick(event) {
    /** @type {HTMLAnchorElement | null} */
    const link = elementOf(event).closest('a[href^="/"]');
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
      this.go(link.getAttribute('href') ?? '/');
    }
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const target = elementOf(event);
    if (event.defaultPrevented || document.querySelector('dialog[open]')) {
      return;
    }
    if (target.closest('input, textarea, select, [contenteditable]')) {
      if (event.key === 'Escape' && target instanceof HTMLElement) {
        target.blur();
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
    if (this.going !== undefined) {
      clearTimeout(this.going);
      this.going = undefined;
      const page = this.links.find(one => one.key === event.key);
      if (page) {
        event.preventDefault();
        this.go(page.path);
      }
      return;
    }
    if (event.key === 'Enter' && target.closest('button, a, summary')) {
      return;
    }
    /** @type {NonNullable<Page['keys']>} */
    const keys = {
      g: () => {
        this.going = setTimeout(() => {
          this.going = undefined;
        }, SECOND_KEY_MS);
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
    if (!live.connected && live.lostAt) {
      const since = live.lostAt.toLocaleTimeString();
      const text = `No connection since ${since}; times stand still. Trying again.`;
      if (this.bar.textContent !== text) {
        setText(this.bar, text);
        this.alarm(text);
      }
    }
  }

  onChange() {
    const { live } = this;
    const calls = live.topic('calls').size;
    const jobs = live.topic('jobs').size;
    const approvals = live.topic('approvals').size;
    const down = [...live.topic('servers').values()].filter(
      server => server.state === 'down',
    ).length;
    this.mark('Now', calls, count(calls, 'call'));
    this.mark('Jobs', jobs, count(jobs, 'open job'));
    this.mark('Approvals', approvals, `${count(approvals, 'call')} to decide on`, 'ask');
    this.mark('Servers', down, `${count(down, 'server')} down`, 'bad');
    if (this.waiting !== null && approvals > this.waiting) {
      const tool = [...live.topic('approvals').values()].at(-1)?.tool ?? '';
      this.alarm(`${tool} waits for your decision`);
      settings.notify('A call waits for your decision', tool, () => this.go('/ui/approvals'));
    }
    this.waiting = approvals;
    this.title();
  }

  /**
   * Shows a number beside the name of a page, if there is one.
   *
   * @param {string} name of the page
   * @param {number} number
   * @param {string} words
   * @param {string} [kind] of its colour
   */
  mark(name, number, words, kind) {
    const badge = this.links.find(page => page.name === name)?.badge;
    if (badge) {
      setText(badge, number ? String(number) : '');
      badge.setAttribute('aria-label', number ? words : '');
      if (kind) {
        badge.classList.toggle(kind, number > 0);
      }
    }
  }

  title() {
    const waiting = this.live.topic('approvals').size;
    const text = `${waiting > 0 ? `(${waiting}) ` : ''}${this.pageName ?? 'Belay'} · Belay`;
    if (document.title !== text) {
      document.title = text;
    }
  }

  /**
   * Says something to those who listen, without interrupting them.
   *
   * @param {string} text
   */
  say(text) {
    setText(this.status, text);
  }

  /** @param {string} text */
  alarm(text) {
    setText(this.alert, text);
  }

  /**
   * Asks before something is done; the harmless answer has the focus. Gives whether it was
   * confirmed.
   *
   * @param {{ title: string, text: import('./dom.js').Child, yes: string, no?: string }} question
   * @returns {Promise<boolean>}
   */
  confirm({ title, text, yes, no = 'Keep' }) {
    return new Promise(resolve => {
      /** @type {HTMLButtonElement} */
      const harmless = el(
        'button',
        { value: 'no', autofocus: true, click: () => dialog.close('no') },
        no,
      );
      /** @type {HTMLDialogElement} */
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
    /** @type {HTMLDialogElement} */
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

  /** @param {string} why */
  signIn(why, wasTried = session.token() !== null) {
    // A page that is still loading does not take its place.
    this.isSignedOut = true;
    this.visit = null;
    this.page?.close();
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
            submit: (/** @type {Event} */ event) => {
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

/**
 * What an event happened to, or the whole page.
 *
 * @param {Event} event
 */
function elementOf(event) {
  return event.target instanceof Element ? event.target : document.body;
}

/** @param {number} calls */
function lostWords(calls) {
  const [were, are] = calls === 1 ? ['was', 'is'] : ['were', 'are'];
  return `Belay was started again: ${count(calls, 'call')} that ${were} under way ${are} lost`;
}

settings.apply();
const problem = await session.takeLink();
const app = new App();
app.start(problem);
