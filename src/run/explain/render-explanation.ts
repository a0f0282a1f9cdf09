import type { Explanation } from '../../domain/documents/commands.ts';
import { FIELDS } from '../../domain/fields.ts';
import { explainFollowUp } from '../../domain/follow-up.ts';
import type { Shell } from '../../domain/quote-word.ts';
import { type Part, renderParts, roomOfParts } from '../../report/screen/fit-screen.ts';
import { formatCommand } from '../../report/text/format-command.ts';
import { clip, printable } from '../../report/text/printable.ts';
import { renderTable } from '../../report/text/render-table.ts';
import type { Paint } from '../../report/text/screen-style.ts';
import { count, nameOfSheet } from '../../report/text/words.ts';
import { toNotice } from '../sheet/unsettled-columns.ts';

interface ScreenStyle {
  readonly paint: Paint;
  /** Of the terminal, in columns; none where the lines are not to be wrapped. */
  readonly width: number | undefined;
  readonly shell: Shell;
  /** The flags of the run that an `apply` of it needs. */
  readonly applyFlags: readonly string[];
}

type Row = Explanation['rows'][number];

/** One SKU's way through a run, for people. */
export function renderExplanation({ sku, folder, run, rows }: Explanation, style: ScreenStyle): string {
  const { paint, shell, applyFlags } = style;
  const room = roomOfParts(style.width);
  const apply = formatCommand(['apply', folder, ...applyFlags], shell);
  const title = (text: string): string => paint('bold', clip(printable(text)));
  const lines = [
    title(`${sku} in ${folder}`),
    ...renderParts(describeRun(run), room),
    ...rows.flatMap((row) => [
      '',
      title(
        `Line ${row.line}${row.listing ? `, listing ${row.listing.id}` : ''}: ${row.outcome?.status ?? 'no outcome'}`,
      ),
      ...renderParts(describeRow(row, { apply, room }), room),
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

function describeRun(run: Explanation['run']): readonly Part[] {
  const { command, lookup } = run;
  const dry = run.dry_run && command !== 'diff' ? ', dry run' : '';
  const how = lookup?.by === 'scan' ? 'by paging the account' : 'by looking each SKU up';
  return [
    ['Run', [`${command}${dry} of ${nameOfSheet(run.sheet.path)}, planned ${run.created_at}`]],
    ['Ended', [run.exit_code === null ? 'not recorded' : `exit code ${run.exit_code}`]],
    ['Listings', lookup ? [`were found ${how}: ${lookup.why}`] : []],
    ['Stopped by', run.violations.map(({ rule, message }) => `${rule}: ${toNotice(message)}`)],
    ['Note', run.notes],
  ];
}

interface RowStyle {
  /** The command that sends what the run has not. */
  readonly apply: string;
  /** Beside the titles, in columns. */
  readonly room: number;
}

function describeRow(row: Row, { apply, room }: RowStyle): readonly Part[] {
  const { listing, fees, price, planned, outcome } = row;
  const { per_unit: perUnit, percent } = fees ?? { per_unit: null, percent: null };
  const match = listing?.sku === row.sku ? 'its SKU is the same' : `its SKU is "${listing?.sku}"`;
  return [
    ['Cells', describeCells(row, room)],
    [
      'Listing',
      [listing ? `${listing.platform}, channel ${listing.channel}, ${listing.currency}; ${match}` : 'none'],
    ],
    ['Changes', row.changes.map(({ field, before, after }) => `${field}  ${before} → ${after}`)],
    ['Sent along', row.sent_along.map(({ field, value }) => `${field}  ${value}`)],
    [
      'Fees',
      [
        ...(perUnit === null ? [] : [`${perUnit} a unit`]),
        ...(percent === null ? [] : [`${percent} % of the price`]),
      ],
    ],
    ['Price', price ? [price.message] : []],
    [
      'Rules',
      row.rules.map(
        ({ rule, said, detail }) => `${rule}: ${said.replace('_', ' ')}${detail && ` (${detail})`}`,
      ),
    ],
    ['Notices', row.notices.filter((notice) => notice !== price?.message)],
    ['Planned as', planned ? [withReason(planned), planned.message].filter((text) => text !== '') : []],
    ['Requests', row.requests.map(describeRequest)],
    [
      'Outcome',
      outcome
        ? describeOutcome(outcome)
        : [
            `none recorded: the update was not sent, or the run was cut short while sending it; ${apply} checks the listing and sends the rest`,
          ],
    ],
  ];
}

function describeCells(row: Row, room: number): readonly string[] {
  if (!row.cells) return [`can't be shown: ${row.cells_missing}`];
  return renderTable(
    row.cells,
    [
      { title: 'header', text: ({ header }) => header },
      { title: 'field', text: ({ field }) => field ?? '' },
      { title: 'cell', text: ({ text }) => `"${text}"` },
      { title: 'read as', text: (cell) => describeReading(cell, row) },
    ],
    room,
  );
}

function describeReading(
  { field, text, read_as: readAs }: NonNullable<Row['cells']>[number],
  { outcome, changes }: Row,
): string {
  if (field === null) return 'ignored';
  if (text.trim() === '') return 'left as it is';
  const isCompared = changes.length > 0 || outcome?.status === 'unchanged';
  const isHeld = isCompared && FIELDS.some((each) => each === field);
  return readAs ?? (isHeld ? 'same as the listing' : '');
}

function withReason({ status, reason }: { readonly status: string; readonly reason: string }): string {
  return reason === '' ? status : `${status} (${reason})`;
}

function describeRequest(request: Row['requests'][number]): string {
  const { kind, at, method, target, attempt, http_status: httpStatus, fault } = request;
  const answer = fault ?? (httpStatus === null ? 'answered' : `HTTP ${httpStatus}`);
  return `${at}  ${kind.replace('_', ' ')}, attempt ${attempt}: ${method} ${target}: ${answer}`;
}

function describeOutcome(outcome: NonNullable<Row['outcome']>): readonly string[] {
  const { attempts, http_status: httpStatus, completed_at: completedAt } = outcome;
  const facts = [
    withReason(outcome),
    attempts > 0 ? count(attempts, 'attempt') : 'not sent',
    ...(httpStatus === null ? [] : [`HTTP ${httpStatus}`]),
    ...(completedAt === null ? [] : [completedAt]),
  ];
  const lines = [facts.join(', '), outcome.message, explainFollowUp(outcome.follow_up ?? '')];
  return lines.filter((line) => line !== '');
}
