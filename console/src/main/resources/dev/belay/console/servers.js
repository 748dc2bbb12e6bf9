/** The servers behind Belay: how each does. */
import { Curves } from './curve.js';
import { Place, badge, el, foreign, grow, setText } from './dom.js';
import { Figures } from './figures.js';
import { WindowedTable, filterField, fits } from './list.js';
import { ADMINS_ONLY, OneServer, breaker, speaks } from './server.js';
import { count } from './words.js';

const CURVES = 'Curves show up to five minutes; figures and times are those of a minute.';

/**
 * @param {App} app
 * @returns {Page}
 */
export function open(app) {
  const you = app.live.you;
  if (you && !you.admin) {
    return {
      title: 'Servers',
      element: el('p', { class: 'empty' }, ADMINS_ONLY),
      close() {},
    };
  }
  const name = app.query.get('name');
  return name ? new OneServer(app, name) : new Servers(app);
}

/** @param {string} name */
function pathOf(name) {
  return `/ui/servers?name=${encodeURIComponent(name)}`;
}

/**
 * What is out of the ordinary, in words.
 *
 * @param {ServerRow} row
 */
function flags(row) {
  const isBroken = row.breaker && row.breaker.state !== 'closed';
  const all = [
    row.drained_by ? `drained by ${row.drained_by}` : '',
    row.tools_waiting ? `${count(row.tools_waiting, 'tool')} to accept` : '',
    row.tools_refused ? `${count(row.tools_refused, 'tool')} refused` : '',
    row.retiring.length ? `${row.retiring.length} retiring` : '',
    row.abandoned ? `${row.abandoned} abandoned` : '',
    isBroken ? `breaker ${breaker(row)}` : '',
    row.detail ?? '',
  ];
  return all.filter(Boolean).join(' · ');
}

class Servers {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.title = 'Servers';
    this.filter = filterField(app, 'q', 'Filter', () => this.draw(), 'Filter (/)');
    this.summary = el('span', { class: 'dim' });
    /** @type {WindowedTable<ServerRow>} */
    this.table = new WindowedTable({
      label: 'Servers',
      key: row => row.name,
      row: () => new ServerLine(this.figures),
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
      el('div', { class: 'bar' }, this.filter, grow(), this.summary),
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
    const { live } = this.app;
    if (live.you && !live.you.admin) {
      this.app.show();
      return;
    }
    const wanted = this.filter.value;
    const all = [...live.topic('servers').values()];
    const rows = all.filter(row => fits(wanted, [row.name, row.state, row.era, row.transport]));
    this.table.set(rows);
    this.table.element.hidden = rows.length === 0;
    this.empty.hidden = rows.length > 0;
    const none = wanted ? 'No server fits the filter.' : 'No server is configured.';
    setText(this.empty, live.hasSnapshot ? none : 'Connecting…');
    setText(this.summary, count(all.length, 'server'));
    setText(this.note, this.figures.trouble ? `No curves: ${this.figures.trouble}.` : CURVES);
  }
}

/** The row of a server. */
class ServerLine {
  /** @param {Figures} figures */
  constructor(figures) {
    this.figures = figures;
    this.state = new Place(el('td', { class: 'c-state' }));
    this.name = new Place(el('td', { class: 'two' }));
    this.era = el('td', { class: 'v-era wide' });
    this.flight = new Place(el('td', { class: 'v-number ticks' }));
    this.restarts = el('td', { class: 'v-number ticks wide' });
    this.breaker = el('td', { class: 'v-era wide' });
    this.curves = new Curves();
    this.element = el(
      'tr',
      null,
      this.state.element,
      this.name.element,
      this.era,
      this.flight.element,
      this.restarts,
      this.breaker,
      el('td', { class: 'v-curve wide' }, this.curves.rate.element),
      el('td', { class: 'v-curve v-times wide' }, this.curves.times.element),
    );
  }

  /** @param {ServerRow} row */
  update(row) {
    this.state.show(row.state, () => badge(row.state));
    const extra = flags(row);
    const kind = row.detail ? 'bad' : 'warn';
    this.name.show(`${row.name} ${extra}`, () => [
      el('a', { href: pathOf(row.name), tabindex: '-1' }, foreign(row.name, 80)),
      extra ? el('small', null, el('span', { class: kind }, '▲ ', foreign(extra, 160))) : null,
    ]);
    setText(this.era, speaks(row));
    this.flight.show(String(row.in_flight), () => [
      String(row.in_flight),
      el('span', { class: 'v-word' }, ' in flight'),
    ]);
    setText(this.restarts, String(row.restarts));
    setText(this.breaker, breaker(row));
    this.curves.draw(this.figures, row.name);
  }
}
