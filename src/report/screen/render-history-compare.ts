import { toCents } from '../../domain/cents.ts';
import { describePercent } from '../../domain/describe-percent.ts';
import { describeValue } from '../../domain/describe-value.ts';
import { toJsonText } from '../../domain/json-text.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import { type Compared, compareRecords, type Difference } from '../tally/compare-records.ts';
import { clip } from '../text/clip.ts';
import { fitColumns, type RankedColumn } from '../text/fit-columns.ts';
import { printable } from '../text/printable.ts';
import { renderTable } from '../text/render-table.ts';
import { wrapText } from '../text/text-width.ts';
import { describeCommand, describeRunEnd, describeTime } from './describe-run-end.ts';
import type { ScreenStyle } from './screen-style.ts';

/** What differs between two runs, for people. */
export function renderHistoryCompare(
  [one, other]: readonly [RunRecord, RunRecord],
  { paint, glyphs, width }: Pick<ScreenStyle, 'paint' | 'glyphs' | 'width'>,
): string {
  const differences = compareRecords(one, other);
  const columns: readonly RankedColumn<Difference>[] = [
    { title: '', text: ({ group, name }) => `${group}: ${name}` },
    { title: 'first', align: 'right', text: (each) => describeSide(each.one, each) },
    { title: 'second', align: 'right', text: (each) => describeSide(each.other, each) },
    {
      title: 'change',
      align: 'right',
      rank: 1,
      text: (each) => describeStep(each, glyphs),
    },
  ];
  const table = renderTable(differences, fitColumns(differences, columns, width), width);
  const same = one.sheet && one.sheet.sha256 === other.sheet?.sha256 ? ['Both read the same sheet'] : [];
  return `${[
    ...[['first ', one] as const, ['second', other] as const].flatMap(([name, record]) =>
      wrapText(printable(`${name}  ${describe(record)}`), width).map((line) => paint('bold', line)),
    ),
    ...same,
    '',
    ...(differences.length === 0 ? ['Nothing else differs between the two'] : []),
    ...table.map((line, at) => (at === 0 ? paint('dim', line) : line)),
  ].join('\n')}\n`;
}

function describe(record: RunRecord): string {
  return `${record.id}: ${describeCommand(record)} at ${describeTime(record.started_at)} UTC, ${describeRunEnd(record)}`;
}

const MAX_TEXT = 32;

function describeSide(value: Compared, { unit }: Difference): string {
  if (value === null) return 'none';
  if (unit === 'cents') return describeValue('cost', toCents(Math.round(Number(value))));
  if (unit === 'time') return `${describeTime(String(value))} UTC`;
  return unit === 'seconds' ? `${value} s` : shorten(String(value));
}

/** Of a checksum or a path the end says as much as all of it. */
function shorten(text: string): string {
  return /^[0-9a-f]{64}$/.test(text) ? text.slice(0, 12) : clip(text, MAX_TEXT);
}

/** Exit codes and versions are no amounts. */
function describeStep({ group, one, other, unit }: Difference, glyphs: ScreenStyle['glyphs']): string {
  if (group === 'run' && unit === null) return '';
  return Number.isInteger(one) && Number.isInteger(other)
    ? describePercent(Number(one), Number(other), glyphs)
    : '';
}

/** The same as one JSON document. */
export function renderHistoryCompareJson(runs: readonly [RunRecord, RunRecord]): string {
  const [one, other] = runs;
  const document = { version: 1, exit_code: 0, runs, differences: compareRecords(one, other) };
  return `${toJsonText(document, 2)}\n`;
}
