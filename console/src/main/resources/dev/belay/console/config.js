/**
 * The configuration in force, with where each value comes from, and the limits of each tool: to
 * read, not to change.
 */
import { el, fill, foreign } from './dom.js';
import { filterField, fits } from './list.js';
import { troubleOf } from './session.js';
import { bytes, count, duration } from './words.js';

/** Rows shown at once; the filter finds the others. */
const MOST = 500;

/** @param {App} app */
export function open(app) {
  return new Config(app);
}

class Config {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.title = 'Config';
    this.isClosed = false;
    /** @type {ConfigInForce | null} */
    this.config = null;
    this.filter = filterField(app, 'q', 'Filter', () => this.draw(), 'Filter (/)');
    this.body = el('div');
    this.element = el(
      'div',
      null,
      el(
        'div',
        { class: 'bar' },
        this.filter,
        el('button', { click: () => this.load() }, 'Read again'),
        el(
          'span',
          { class: 'dim' },
          'To change it, edit the file; belay config check says what is wrong.',
        ),
      ),
      this.body,
    );
    this.load();
  }

  close() {
    this.isClosed = true;
  }

  async load() {
    fill(this.body, el('p', { class: 'empty' }, 'Loading…'));
    try {
      this.config = await this.app.api('/api/config');
    } catch (error) {
      const { status, message } = troubleOf(error);
      const words = status === 403 ? 'The configuration is shown to admins alone.' : message;
      fill(this.body, el('p', { class: 'empty' }, words));
      return;
    }
    if (!this.isClosed) {
      this.draw();
    }
  }

  draw() {
    if (!this.config) {
      return;
    }
    const wanted = this.filter.value;
    const { values, tools, at_next_start: later, more_tools: more } = this.config;
    const rows = values.filter(row => fits(wanted, [row.key, row.value, row.origin]));
    const known = tools.filter(tool => fits(wanted, [tool.name, tool.server, tool.tool]));
    fill(
      this.body,
      later.length > 0 ? changedLater(later) : null,
      table(
        'Values',
        ['Key', 'Value', 'From'],
        rows
          .slice(0, MOST)
          .map(row => [
            el('code', null, foreign(row.key, 200)),
            foreign(row.value, 400),
            foreign(row.origin, 200),
          ]),
        rows.length,
        'value',
      ),
      table(
        'Limits of tools',
        ['Tool', 'Total', 'Idle', 'Definition'],
        known
          .slice(0, MOST)
          .map(tool => [
            el('span', null, foreign(tool.name ?? `${tool.server} ${tool.tool}`, 120)),
            limit(tool.timeout_s, tool.timeout_origin, tool.timeout_lever),
            limit(tool.idle_timeout_s, tool.idle_timeout_origin, tool.idle_timeout_lever),
            bytes(tool.definition_bytes),
          ]),
        known.length + (wanted ? 0 : more),
        'tool',
      ),
    );
  }
}

/** @param {string[]} keys */
function changedLater(keys) {
  return el(
    'p',
    { class: 'warn' },
    '▲ Changed in the file, and in force from the next start on: ',
    keys.map((key, at) => [at ? ', ' : '', el('code', null, foreign(key))]),
  );
}

/**
 * @param {number | null} seconds
 * @param {string} origin
 * @param {string | undefined} lever
 */
function limit(seconds, origin, lever) {
  return [
    seconds === null ? 'none' : duration(seconds),
    ' ',
    el(
      'small',
      { class: 'dim' },
      foreign(origin, 120),
      lever && lever !== origin ? [' · ', foreign(lever, 120)] : '',
    ),
  ];
}

/**
 * @param {string} title
 * @param {string[]} columns
 * @param {import('./dom.js').Child[][]} rows
 * @param {number} size of all rows, shown or not
 * @param {string} what a row is
 */
function table(title, columns, rows, size, what) {
  const heads = columns.map(name => el('th', { scope: 'col' }, name));
  const lines = rows.map(cells =>
    el(
      'tr',
      null,
      cells.map(cell => el('td', null, cell)),
    ),
  );
  const more = size - rows.length;
  return el(
    'section',
    { class: 'card' },
    el('h2', null, title),
    rows.length === 0
      ? el('p', { class: 'dim' }, `No ${what} fits.`)
      : el(
          'div',
          { class: 'wrapped', tabindex: '0', role: 'region', 'aria-label': title },
          el(
            'table',
            { class: 'plain' },
            el('thead', null, el('tr', null, heads)),
            el('tbody', null, lines),
          ),
        ),
    more > 0
      ? el('p', { class: 'dim' }, `${count(more, `more ${what}`)}; filter to see them.`)
      : null,
  );
}
