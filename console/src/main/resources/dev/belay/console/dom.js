/** Elements and words: everything from outside becomes text, never markup. */
import { shortened, visible } from './hidden.js';

export { visible };

/**
 * Builds an element. Of `attributes`, functions are listeners (`click: () => …`), `true` is an
 * attribute without a value, and `null`, `undefined` and `false` are left out; so are such
 * children. Arrays of children are flattened.
 */
export function el(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) {
      continue;
    }
    if (typeof value === 'function') {
      element.addEventListener(name, value);
    } else {
      element.setAttribute(name, value === true ? '' : String(value));
    }
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) {
      element.append(child instanceof Node ? child : String(child));
    }
  }
}

/** Replaces all children of `element`. */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

/**
 * Sets the text of an element only where it differs, so that selections and readers are left in
 * peace.
 */
export function setText(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

/**
 * A text from outside: isolated in its direction, cut at `most` characters, hidden characters
 * shown.
 */
export function foreign(text, most = 300) {
  const whole = String(text ?? '');
  return el(
    'bdi',
    whole.length > most ? { title: visible(whole.slice(0, 2000)) } : null,
    visible(shortened(whole, most)),
  );
}

/** A duration as a person reads it: `0.4 s`, `12 s`, `3:07`, `2:03:09`. */
export function duration(seconds) {
  if (seconds === null || seconds === undefined) {
    return '';
  }
  if (seconds < 10) {
    return `${seconds.toFixed(1)} s`;
  }
  const whole = Math.floor(seconds);
  if (whole < 60) {
    return `${whole} s`;
  }
  const two = number => String(number).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(whole % 60)}`
    : `${minutes}:${two(whole % 60)}`;
}

const CLOCK = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** A moment of today as its time, an earlier one with its day; UTC on hover. */
export function moment(iso) {
  if (!iso) {
    return el('span', null, '');
  }
  const at = new Date(iso);
  const isToday = at.toDateString() === new Date().toDateString();
  return el(
    'time',
    { datetime: iso, title: at.toISOString() },
    isToday ? CLOCK.format(at) : `${DAY.format(at)}, ${CLOCK.format(at)}`,
  );
}

/** `1 call`, `2 calls`. */
export function count(number, one, many = one + 's') {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}

/** Bytes as `812 B`, `4.1 KiB`, `3.0 MiB`. */
export function bytes(size) {
  return size < 1024
    ? `${size} B`
    : size < 1048576
      ? `${(size / 1024).toFixed(1)} KiB`
      : `${(size / 1048576).toFixed(1)} MiB`;
}

/** The state or outcome of something, as a glyph, a word and a colour; never as a colour alone. */
export function badge(state) {
  const [glyph, kind] = BADGES[state] ?? ['•', 'calm'];
  return el(
    'span',
    { class: `badge ${kind}` },
    el('span', { 'aria-hidden': 'true' }, glyph),
    ' ',
    String(state).replaceAll('_', ' '),
  );
}

/** How a call ended, as `badge` has it: a result that reports an error is none of a success. */
export function ending(call) {
  return call.outcome === 'completed' && call.detail === 'error' ? 'error' : call.outcome;
}

const BADGES = {
  error: ['✗', 'bad'],
  accepted: ['⋯', 'calm'],
  waiting: ['⋯', 'calm'],
  queued: ['⋯', 'calm'],
  running: ['●', 'good'],
  stopping: ['◌', 'warn'],
  'needs you': ['⚑', 'ask'],
  input_required: ['⚑', 'ask'],
  open: ['⚑', 'ask'],
  completed: ['✓', 'good'],
  complete: ['✓', 'good'],
  failed: ['✗', 'bad'],
  'timed out': ['⌛', 'bad'],
  timed_out: ['⌛', 'bad'],
  cancelled: ['⊘', 'calm'],
  aborted: ['⊘', 'calm'],
  refused: ['⊖', 'calm'],
  lost: ['✗', 'bad'],
  abandoned: ['▲', 'bad'],
  allowed: ['✓', 'good'],
  denied: ['⊖', 'bad'],
  expired: ['⌛', 'calm'],
  granted_late: ['✓', 'good'],
  withdrawn: ['⊘', 'calm'],
  up: ['●', 'good'],
  ok: ['●', 'good'],
  down: ['✗', 'bad'],
  starting: ['◌', 'warn'],
  idle: ['○', 'calm'],
  draining: ['◌', 'warn'],
  drained: ['⊘', 'warn'],
  degraded: ['▲', 'warn'],
};

/**
 * Keeps the children of `parent` in the order of `items`, each made once by `make` and brought up
 * to date by `update`.
 */
export function reconcile(parent, items, keyOf, make, update) {
  const known = (parent.belayRows ??= new Map());
  keepOnly(known, new Set(items.map(keyOf)));
  let place = parent.firstElementChild;
  for (const item of items) {
    const key = keyOf(item);
    let child = known.get(key);
    if (!child) {
      child = make(item);
      known.set(key, child);
    }
    update(child, item);
    if (child === place) {
      place = place.nextElementSibling;
    } else {
      parent.insertBefore(child, place);
    }
  }
}

/**
 * Removes the elements of other keys. First of all, so that none of the others is moved for them:
 * what moves loses the focus.
 */
function keepOnly(elements, keys) {
  for (const [key, element] of elements) {
    if (!keys.has(key)) {
      element.remove();
      elements.delete(key);
    }
  }
}

/**
 * A table of which only the visible rows exist. `row(item)` gives the cells of an item; rows keep
 * one height, read from the style sheet. Arrow keys and `j`/`k` move the focus; `open(item)` is for
 * Enter.
 */
export class WindowedTable {
  constructor({ label, columns, row, update, key, open }) {
    this.items = [];
    this.options = { row, update, key, open };
    // Roles are said, since a phone lays the rows out in another way than as a table.
    this.body = el('tbody', { role: 'rowgroup' });
    // One cell: with more, columns that a narrow screen hides would keep their place.
    this.before = el('tr', { class: 'spacer', 'aria-hidden': 'true' }, el('td'));
    this.after = el('tr', { class: 'spacer', 'aria-hidden': 'true' }, el('td'));
    this.table = el(
      'table',
      { class: 'rows', role: 'table', 'aria-label': label },
      el(
        'thead',
        { role: 'rowgroup' },
        el(
          'tr',
          { role: 'row' },
          columns.map(column =>
            el(
              'th',
              { scope: 'col', role: 'columnheader', class: column.class ?? '' },
              column.name,
            ),
          ),
        ),
      ),
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
    this.rows = new Map();
    this.selected = null;
    this.size = new ResizeObserver(() => this.draw());
    this.size.observe(this.element);
    this.body.addEventListener('focusin', event => {
      const found = event.target.closest('tr[data-key]');
      if (found) {
        this.selected = found.dataset.key;
      }
    });
  }

  set(items) {
    this.items = items;
    this.table.setAttribute('aria-rowcount', String(items.length + 1));
    this.draw();
  }

  draw() {
    const height = parseFloat(getComputedStyle(this.element).getPropertyValue('--row')) || 40;
    const first = Math.max(0, Math.floor(this.element.scrollTop / height) - 8);
    const shown = Math.ceil((this.element.clientHeight || window.innerHeight) / height) + 16;
    const last = Math.min(this.items.length, first + shown);
    this.before.style.setProperty('height', `${first * height}px`);
    this.after.style.setProperty('height', `${(this.items.length - last) * height}px`);
    const shownItems = this.items.slice(first, last);
    keepOnly(this.rows, new Set(shownItems.map(item => String(this.options.key(item)))));
    let place = this.before.nextSibling;
    shownItems.forEach((item, at) => {
      const key = String(this.options.key(item));
      let row = this.rows.get(key);
      if (!row) {
        row = el('tr', { 'data-key': key, role: 'row', tabindex: '-1' }, this.options.row(item));
        [...row.children].forEach(cell => cell.setAttribute('role', 'cell'));
        this.rows.set(key, row);
      }
      row.belayItem = item;
      row.setAttribute('aria-rowindex', String(first + at + 2));
      this.options.update?.(row, item);
      if (row === place) {
        place = row.nextSibling;
      } else {
        this.body.insertBefore(row, place);
      }
    });
  }

  /** The item whose row has the focus, or had it last; null for none. */
  current() {
    return this.items.find(item => String(this.options.key(item)) === this.selected) ?? null;
  }

  move(steps) {
    if (this.items.length === 0) {
      return;
    }
    const at = this.items.findIndex(item => String(this.options.key(item)) === this.selected);
    const to =
      at < 0
        ? steps > 0
          ? 0
          : this.items.length - 1
        : Math.min(this.items.length - 1, Math.max(0, at + steps));
    this.selected = String(this.options.key(this.items[to]));
    if (!this.rows.has(this.selected)) {
      const height = parseFloat(getComputedStyle(this.element).getPropertyValue('--row')) || 40;
      this.element.scrollTop = to * height;
      this.draw();
    }
    const row = this.rows.get(this.selected);
    row?.focus();
    row?.scrollIntoView({ block: 'nearest' });
  }

  /** Keys that every table of rows has. */
  keys() {
    const act = () => {
      const item = this.current();
      if (item) {
        this.options.open?.(item);
      }
    };
    return {
      j: () => this.move(1),
      k: () => this.move(-1),
      ArrowDown: () => this.move(1),
      ArrowUp: () => this.move(-1),
      Enter: act,
    };
  }

  close() {
    this.size.disconnect();
  }
}
