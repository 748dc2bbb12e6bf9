/** Lists of rows: kept in the order of their items, filtered, and walked through by keys. */
import { el } from './dom.js';

/**
 * A row: its element, and what brings that up to date.
 *
 * @template T
 * @typedef {{ element: HTMLElement, update(item: T): void }} Row
 */

/** Rows beyond those that are seen, so that a small scroll shows no gap. */
const MARGIN = 8;

/** The height of a row where the style sheet names none. */
const ROW_PX = 40;

/**
 * A field that filters a page; what is in it is a parameter of the address.
 *
 * @param {App} app
 * @param {string} name of the parameter
 * @param {string} label
 * @param {() => void} onInput
 */
export function filterField(app, name, label, onInput, placeholder = label) {
  /** @type {HTMLInputElement} */
  const field = el('input', {
    type: 'search',
    placeholder,
    'aria-label': label,
    value: app.query.get(name) ?? '',
    input: () => {
      app.setQuery({ [name]: field.value });
      onInput();
    },
  });
  return field;
}

/**
 * Whether one of the texts contains what is wanted, whatever its case; nothing wanted fits all.
 *
 * @param {string} wanted
 * @param {(string | null | undefined)[]} texts
 */
export function fits(wanted, texts) {
  const lower = wanted.toLowerCase();
  return lower === '' || texts.some(text => text?.toLowerCase().includes(lower));
}

/**
 * The place some steps from another in a list; from none, its first or its last one.
 *
 * @param {number} size
 * @param {number} at -1 for none
 * @param {number} steps
 */
export function stepped(size, at, steps) {
  if (at < 0) {
    return steps > 0 ? 0 : size - 1;
  }
  return Math.min(size - 1, Math.max(0, at + steps));
}

/**
 * The items of a long list that have rows, by their places; the second is the first without.
 *
 * @param {{ size: number, rowPx: number, scrolledPx: number, seenPx: number }} list
 * @returns {[first: number, end: number]}
 */
export function windowOf({ size, rowPx, scrolledPx, seenPx }) {
  const first = Math.max(0, Math.floor(scrolledPx / rowPx) - MARGIN);
  return [first, Math.min(size, first + Math.ceil(seenPx / rowPx) + 2 * MARGIN)];
}

/**
 * The rows of an element, each made once for the key of its item.
 *
 * @template T
 * @template {Row<T>} [R=Row<T>]
 */
export class Rows {
  /**
   * @param {HTMLElement} parent
   * @param {(item: T) => string} keyOf
   * @param {(item: T) => R} make
   * @param {HTMLElement | null} start the rows come after it; null for the start of the parent
   */
  constructor(parent, keyOf, make, start = null) {
    this.parent = parent;
    this.keyOf = keyOf;
    this.make = make;
    this.start = start;
    /** @type {Map<string, R>} */
    this.byKey = new Map();
  }

  /**
   * Shows these items and no others, in this order.
   *
   * @param {T[]} items
   */
  set(items) {
    const keys = new Set(items.map(this.keyOf));
    // First of all, so that none of the others is moved for them: what moves loses the focus.
    for (const [key, row] of this.byKey) {
      if (!keys.has(key)) {
        row.element.remove();
        this.byKey.delete(key);
      }
    }
    let place = this.start ? this.start.nextElementSibling : this.parent.firstElementChild;
    for (const item of items) {
      const row = this.row(item);
      row.update(item);
      if (row.element === place) {
        place = place.nextElementSibling;
      } else {
        this.parent.insertBefore(row.element, place);
      }
    }
  }

  /** @param {T} item */
  row(item) {
    const key = this.keyOf(item);
    let row = this.byKey.get(key);
    if (!row) {
      row = this.make(item);
      this.byKey.set(key, row);
    }
    return row;
  }
}

/**
 * Moves the focus among the children of an element.
 *
 * @param {HTMLElement} list
 * @param {number} steps
 * @param {(child: HTMLElement) => HTMLElement | null} targetOf what of a child gets it
 */
export function moveFocus(list, steps, targetOf = child => child) {
  const all = /** @type {HTMLElement[]} */ ([...list.children]);
  const at = all.findIndex(child => child.contains(document.activeElement));
  if (all.length > 0) {
    targetOf(all[stepped(all.length, at, steps)])?.focus();
  }
}

/**
 * A table of which only the visible rows exist. Rows keep one height, read from the style sheet.
 * Arrow keys and `j`/`k` move the focus; `open(item)` is for Enter.
 *
 * @template T
 */
export class WindowedTable {
  /**
   * @param {{
   *   label: string,
   *   columns: { name: string, class?: string }[],
   *   key: (item: T) => string,
   *   row: (item: T) => Row<T>,
   *   open: (item: T) => void,
   * }} options
   */
  constructor({ label, columns, key, row, open }) {
    /** @type {T[]} */
    this.items = [];
    this.key = key;
    this.open = open;
    // Roles are said, since a phone lays the rows out in another way than as a table.
    this.body = el('tbody', { role: 'rowgroup' });
    // One cell: with more, columns that a narrow screen hides would keep their place.
    this.before = el('tr', { class: 'spacer', 'aria-hidden': 'true' }, el('td'));
    this.after = el('tr', { class: 'spacer', 'aria-hidden': 'true' }, el('td'));
    const heads = columns.map(column =>
      el('th', { scope: 'col', role: 'columnheader', class: column.class ?? '' }, column.name),
    );
    this.table = el(
      'table',
      { class: 'rows', role: 'table', 'aria-label': label },
      el('thead', { role: 'rowgroup' }, el('tr', { role: 'row' }, heads)),
      this.body,
    );
    this.element = el(
      'div',
      {
        class: 'scroll',
        role: 'region',
        tabindex: '0',
        'aria-label': label,
        scroll: () => this.draw(),
      },
      this.table,
    );
    this.body.append(this.before, this.after);
    /** @type {Rows<T>} */
    this.rows = new Rows(this.body, key, item => this.made(row(item), key(item)), this.before);
    /** @type {string | null} */
    this.selected = null;
    this.size = new ResizeObserver(() => this.draw());
    this.size.observe(this.element);
    this.body.addEventListener('focusin', event => {
      const found = /** @type {HTMLElement} */ (event.target).closest('tr');
      this.selected = found?.dataset.key ?? this.selected;
    });
  }

  /**
   * @param {Row<T>} row
   * @param {string} key
   */
  made(row, key) {
    row.element.dataset.key = key;
    row.element.setAttribute('role', 'row');
    row.element.setAttribute('tabindex', '-1');
    for (const cell of row.element.children) {
      cell.setAttribute('role', 'cell');
    }
    return row;
  }

  /** @param {T[]} items */
  set(items) {
    this.items = items;
    this.table.setAttribute('aria-rowcount', String(items.length + 1));
    this.draw();
  }

  draw() {
    const rowPx = this.rowPx();
    const [first, end] = windowOf({
      size: this.items.length,
      rowPx,
      scrolledPx: this.element.scrollTop,
      seenPx: this.element.clientHeight || window.innerHeight,
    });
    this.before.style.setProperty('height', `${first * rowPx}px`);
    this.after.style.setProperty('height', `${(this.items.length - end) * rowPx}px`);
    const shown = this.items.slice(first, end);
    this.rows.set(shown);
    shown.forEach((item, at) => {
      this.rows.row(item).element.setAttribute('aria-rowindex', String(first + at + 2));
    });
  }

  rowPx() {
    return parseFloat(getComputedStyle(this.element).getPropertyValue('--row')) || ROW_PX;
  }

  /** The item whose row has the focus, or had it last; null for none. */
  current() {
    return this.items.find(item => this.key(item) === this.selected) ?? null;
  }

  /** @param {number} steps */
  move(steps) {
    if (this.items.length === 0) {
      return;
    }
    const at = this.items.findIndex(item => this.key(item) === this.selected);
    const to = stepped(this.items.length, at, steps);
    this.selected = this.key(this.items[to]);
    if (!this.rows.byKey.has(this.selected)) {
      this.element.scrollTop = to * this.rowPx();
      this.draw();
    }
    const row = this.rows.byKey.get(this.selected)?.element;
    row?.focus();
    row?.scrollIntoView({ block: 'nearest' });
  }

  /** Keys that every table of rows has. */
  keys() {
    return {
      ...rowKeys(steps => this.move(steps)),
      Enter: () => {
        const item = this.current();
        if (item) {
          this.open(item);
        }
      },
    };
  }

  close() {
    this.size.disconnect();
  }
}

/**
 * The keys that go from row to row.
 *
 * @param {(steps: number) => void} move
 */
export function rowKeys(move) {
  return {
    j: () => move(1),
    k: () => move(-1),
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
  };
}
