import { type Bound, holds, type Line } from './figure.ts';

/** The figures as a Markdown table; below it what failed or was left out, and `withNotes` what else was seen. */
export function renderTable(lines: readonly Line[], { withNotes }: { readonly withNotes: boolean }): string {
  const rows = [
    ['', 'figure', 'ours', 'yardstick', 'ratio', 'lowest–highest', 'must', 'aim', 'holds'],
    ['---', '---', '---:', '---:', '---:', '---:', '---:', '---:', '---'],
    ...lines.map(toCells),
  ];
  const table = rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const notes = [
    ...lines.flatMap(({ id, name, failed }) => (failed ? [`${id}, ${name}: FAILED: ${failed}.`] : [])),
    ...lines.flatMap(({ id, name, leftOut }) => (leftOut ? [`${id}, ${name}: LEFT OUT: ${leftOut}.`] : [])),
    ...new Set(withNotes ? lines.flatMap(toNotes) : []),
  ];
  const list = notes.map((note) => `- ${note.replace(/\s+/g, ' ').replace(/\.+$/, '')}`).join('\n');
  return [table, count(lines), list].filter((part) => part !== '').join('\n\n');
}

function toNotes({ id, notes = [] }: Line): readonly string[] {
  return notes.map((note) => `${id}: ${note}`);
}

function toCells(line: Line): readonly string[] {
  const { id, name, ours, yardstick, ratio, spread, must, aim } = line;
  return [
    id,
    name,
    ours,
    yardstick,
    ratio === undefined ? '' : show(ratio),
    spread === undefined ? '' : spread.map(show).join('–'),
    describe(must),
    describe(aim),
    judge(line),
  ];
}

function show(ratio: number): string {
  return ratio.toFixed(ratio >= 10 ? 1 : 3);
}

function describe(bound: Bound | undefined): string {
  if (bound === undefined) return '';
  if ('exactly' in bound) return `= ${bound.exactly}`;
  return 'most' in bound ? `≤ ${bound.most}` : `≥ ${bound.least}`;
}

function judge({ ratio, must, aim, failed, leftOut }: Line): string {
  if (failed !== undefined) return must === undefined ? 'failed' : '**no**: failed';
  if (leftOut !== undefined || ratio === undefined) return 'left out';
  if (must === undefined) return '';
  if (!holds(ratio, must)) return '**no**';
  return aim !== undefined && holds(ratio, aim) ? 'yes, and the aim' : 'yes';
}

function count(lines: readonly Line[]): string {
  const judged = lines.filter(({ must }) => must !== undefined);
  if (judged.length === 0) return '';
  const held = judged.filter((line) => judge(line).startsWith('yes')).length;
  const leftOut = judged.filter((line) => judge(line) === 'left out').length;
  return `${held} of ${judged.length} musts hold${leftOut > 0 ? `, ${leftOut} LEFT OUT` : ''}.`;
}
