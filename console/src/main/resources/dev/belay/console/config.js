/**
 * The configuration in force, with where each value comes from, and the limits of each tool: to
 * read, not to change.
 */
import { bytes, count, duration, el, fill, foreign } from './dom.js';

/** Rows shown at once; the filter finds the others. */
const MOST = 500;

export function open(app) {
  return new Config(app);
}

class Config {
  constructor(app) {
    this.app = app;
    this.title = 'Config';
    this.filter = el('input', {
      type: 'search',
      'aria-label': 'Filter',
      placeholder: 'Filter (/)',
      value: app.query.get('q') ?? '',
      input: () => {
        app.setQuery({ q: this.filter.value });
        this.draw();
      },
    });
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
      fill(
        this.body,
        el(
          'p',
          { class: 'empty' },
          error.status === 403 ? 'The configuration is shown to admins alone.' : error.message,
        ),
      );
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
    const wanted = this.filter.value.toLowerCase();
    const fits = (...texts) => !wanted || texts.some(text => text?.toLowerCase().includes(wanted));
    const { values, tools, at_next_start: later, more_tools: more } = this.config;
    const rows = values.filter(row => fits(row.key, row.value, row.origin));
    const known = tools.filter(tool => fits(tool.name, tool.server, tool.tool));
    fill(
      this.body,
      later.length > 0
        ? el(
            'p',
            { class: 'warn' },
            '▲ Changed in the file, and in force from the next start on: ',
            later.map((key, at) => [at ? ', ' : '', el('code', null, foreign(key))]),
          )
        : null,
      this.table(
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
      this.table(
        'Limits of tools',
        ['Tool', 'Total', 'Idle', 'Definition'],
        known
          .slice(0, MOST)
          .map(tool => [
            el('span', null, foreign(tool.name ?? `${tool.server} ${tool.tool}`, 120)),
            this.limit(tool.timeout_s, tool.timeout_origin, tool.timeout_lever),
            this.limit(tool.idle_timeout_s, tool.idle_timeout_origin, tool.idle_timeout_lever),
            bytes(tool.definition_bytes),
          ]),
        known.length + (wanted ? 0 : more),
        'tool',
      ),
    );
  }

  limit(seconds, origin, lever) {
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

  table(title, columns, rows, size, what) {
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
              el(
                'thead',
                null,
                el(
                  'tr',
                  null,
                  columns.map(name => el('th', { scope: 'col' }, name)),
                ),
              ),
              el(
                'tbody',
                null,
                rows.map(cells =>
                  el(
                    'tr',
                    null,
                    cells.map(cell => el('td', null, cell)),
                  ),
                ),
              ),
            ),
          ),
      size > rows.length
        ? el(
            'p',
            { class: 'dim' },
            `${count(size - rows.length, `more ${what}`)}; filter to see them.`,
          )
        : null,
    );
  }
}
