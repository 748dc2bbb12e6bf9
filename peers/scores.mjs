// docs/conformance.md: which scenarios are exempt, and the scores of the last run that was to be kept.
import { readFile, writeFile } from 'node:fs/promises';

const document = new URL('../docs/conformance.md', import.meta.url);
const block = /<!-- scores -->[^]*<!-- end: scores -->/;

/** The rows of the table under `## Exempt`, as `{ route, set, scenario, reason }`. */
export async function exemptions() {
  const section = (await readFile(document, 'utf8')).split(/^## /m).find((part) => part.startsWith('Exempt\n'));
  if (!section) throw new Error('docs/conformance.md has no section "Exempt"');
  const rows = section.split('\n').filter((line) => line.startsWith('|')).slice(2);
  return rows.map((row) => {
    const [route, set, scenario, reason] = row.split('|').slice(1, -1).map((cell) => cell.trim().replace(/^`|`$/g, ''));
    if (!reason) throw new Error(`an exemption without a reason: ${row}`);
    return { route, set, scenario, reason };
  });
}

/** Scores as a Markdown table whose columns also line up on a terminal. */
export function table(scores) {
  const head = ['Route', 'Set', 'Passed', 'Exempt', 'Failed', 'Checks', 'Not scored, passed'];
  const rows = scores.map((score) => [
    score.route,
    score.set,
    `${score.passed} of ${score.of}`,
    `${score.exempt}`,
    `${score.of - score.passed - score.exempt}`,
    `${score.checks}`,
    score.unscoredOf ? `${score.unscored} of ${score.unscoredOf}` : '',
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column].length)));
  const line = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)].join('\n');
}

/** Keeps a table in place of the one before. */
export async function keep(text) {
  const before = await readFile(document, 'utf8');
  if (!block.test(before)) throw new Error('docs/conformance.md has no place for scores');
  const when = new Date().toISOString().slice(0, 10);
  await writeFile(document, before.replace(block, `<!-- scores -->\n${when}.\n\n${text}\n<!-- end: scores -->`));
}
