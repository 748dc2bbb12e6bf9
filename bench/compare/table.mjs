// Writes results between the marks of docs/comparison.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './gateways.mjs';

const page = join(root, 'docs/comparison.md');

const escaped = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
const row = (cells) => `| ${cells.join(' | ')} |`;
const table = (head, rows) => [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

function shown({ outcome, measured } = { outcome: 'not run', measured: '' }) {
  return measured ? `**${outcome}**: ${escaped(measured)}` : `**${outcome}**`;
}

/** The parts of the page that come from results, by the names of their marks. */
export function parts(results) {
  const names = Object.keys(results.versions);
  const heads = names.map((name) => (name === 'none' ? 'no gateway' : name));
  const { rows, sizes, machine } = results;
  return {
    run: `${results.date}; ${machine}. ${names
      .filter((name) => results.versions[name])
      .map((name) => `${name} ${results.versions[name]}`)
      .join(', ')}.`,
    faults: table(
      ['', ...heads],
      rows.map((fault) => [`${escaped(fault.title)} (\`${fault.name}\`)`, ...names.map((name) => shown(fault.cells[name]))]),
    ),
    sizes: table(
      ['', ...heads],
      [
        ['start to the first `echo`', 'startMs', (value) => `${(value / 1000).toFixed(2)} s`],
        ['resident, gateway alone', 'ownMiB', (value) => `${Math.round(value)} MiB`],
        ['resident, with the server behind it', 'allMiB', (value) => `${Math.round(value)} MiB`],
      ].map(([what, figure, unit]) => [
        what,
        ...names.map((name) => {
          const value = sizes?.[name]?.[figure];
          const least = Math.min(...names.filter((other) => other !== 'none').map((other) => sizes?.[other]?.[figure] ?? Infinity));
          return value === undefined ? '' : name === 'none' ? unit(value) : `${unit(value)} (× ${(value / least).toFixed(1)})`;
        }),
      ]),
    ),
    how: rows.map((fault) => `- \`${fault.name}\`: ${fault.how}`).join('\n'),
    commands: table(
      ['', 'started with', 'where a row sets limits', 'where each call has a process'],
      Object.entries(results.commands).map(([name, { shown: command, limits, isolated }]) => [
        name === 'none' ? 'no gateway' : name,
        `\`${command}\``,
        limits ? `\`${limits}\`` : 'no option',
        isolated ? (isolated.includes('`') ? isolated : `\`${isolated}\``) : 'no option',
      ]),
    ),
  };
}

/** Replaces the parts of the page. */
export function write(results) {
  let text = readFileSync(page, 'utf8');
  for (const [name, part] of Object.entries(parts(results))) {
    const marked = new RegExp(`(<!-- figures: ${name} -->\n)[^]*?(<!-- end: ${name} -->)`);
    if (!marked.test(text)) throw new Error(`docs/comparison.md has no marks for ${name}`);
    text = text.replace(marked, (_, begin, end) => `${begin}${part}\n${end}`);
  }
  writeFileSync(page, text);
}
