/** Small curves over time. */
import { el, setText } from './dom.js';

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

  set(curves, words) {
    const most = Math.max(1e-9, ...curves.flat().filter(value => value !== null));
    curves.forEach((values, i) => this.paths[i].setAttribute('d', line(values, most)));
    this.image.setAttribute('aria-label', words);
    setText(this.words, words);
  }
}

function line(values, most) {
  let isDown = false;
  const step = 60 / Math.max(12, values.length - 1);
  return values
    .map((value, i) => {
      const start = isDown ? 'L' : 'M';
      isDown = value !== null;
      return isDown
        ? `${start}${(60 - (values.length - 1 - i) * step).toFixed(1)} ${(19 - (18 * value) / most).toFixed(1)}`
        : '';
    })
    .join('');
}
