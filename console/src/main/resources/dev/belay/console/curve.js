/** Small curves over time. */
import { el, setText } from './dom.js';
import { duration } from './words.js';

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string>} attributes
 * @param {...Node} children
 */
function svg(tag, attributes, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** One or more curves over one scale; where a value is null, the curve has a gap. */
export class Curve {
  /** @param {string[]} names of the curves, for the style sheet */
  constructor(names) {
    this.paths = names.map(name => svg('path', { class: `curve-${name}` }));
    this.image = svg(
      'svg',
      { class: 'curve', viewBox: '0 0 60 20', preserveAspectRatio: 'none', role: 'img' },
      ...this.paths,
    );
    this.words = el('small', { class: 'ticks' });
    this.element = el('span', { class: 'curve-box' }, this.image, this.words);
  }

  /**
   * @param {(number | null)[][]} curves
   * @param {string} words that say the newest values
   */
  set(curves, words) {
    const most = Math.max(1e-9, ...curves.flat().filter(value => value !== null));
    curves.forEach((values, i) => this.paths[i].setAttribute('d', line(values, most)));
    this.image.setAttribute('aria-label', words);
    setText(this.words, words);
  }
}

/**
 * The path of a curve in a box of 60 by 20, the newest value at its right.
 *
 * @param {(number | null)[]} values
 * @param {number} most the value at the top of the box
 */
export function line(values, most) {
  let isDown = false;
  const step = 60 / Math.max(12, values.length - 1);
  return values
    .map((value, i) => {
      const start = isDown ? 'L' : 'M';
      isDown = value !== null;
      if (value === null) {
        return '';
      }
      const x = 60 - (values.length - 1 - i) * step;
      const y = 19 - (18 * value) / most;
      return `${start}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}

/**
 * Seconds of a call: `12 ms`, `1.2 s`.
 *
 * @param {number | null | undefined} seconds
 */
function short(seconds) {
  if (seconds === null || seconds === undefined) {
    return '–';
  }
  return seconds < 1 ? `${Math.round(seconds * 1000)} ms` : duration(seconds);
}

/** How the calls of a server did, as two curves. */
export class Curves {
  constructor() {
    this.rate = new Curve(['rate']);
    this.times = new Curve(['p50', 'p95', 'p99']);
  }

  /**
   * @param {import('./figures.js').Figures} figures
   * @param {string} server
   */
  draw(figures, server) {
    const { rate, p50, p95, p99, mean } = figures.of(server);
    this.rate.set([rate], mean === null ? '…' : `${perSecond(mean)}/s`);
    let words = '…';
    if (p50.length > 0) {
      const now = [p50, p95, p99].map(values => short(values.at(-1)));
      words = p50.at(-1) === null ? 'no calls' : now.join(' · ');
    }
    this.times.set([p50, p95, p99], words);
  }
}

/** @param {number} rate */
function perSecond(rate) {
  return rate < 10 ? rate.toFixed(1) : String(Math.round(rate));
}
