import { FIELDS } from '../../domain/fields.ts';
import { explainFollowUp } from '../../domain/follow-up.ts';
import { toJsonText } from '../../domain/json-text.ts';
import type { Shell } from '../../domain/quote-word.ts';
import { clip } from '../text/clip.ts';
import { formatCommand } from '../text/format-command.ts';
import type { Paint } from '../text/paint.ts';
import { printable } from '../text/printable.ts';
import { renderTable } from '../text/render-table.ts';
import { count, nameOfSheet } from '../text/words.ts';
import type {
  CurlCommands,
  ExplainedCell,
  ExplainedOutcome,
  ExplainedRequest,
  ExplainedRow,
  Explanation,
} from './explanation.ts';
import { INDENT, type Part, renderParts, roomOfParts } from './render-parts.ts';

interface ScreenStyle {
  readonly paint: Paint;
  /** Of the terminal, in columns; none where the lines are not to be wrapped. */
  readonly width: number | undefined;
  readonly shell: Shell;
  /** The flags of the run that an `apply` of it needs. */
  readonly applyFlags: readonly string[];
}

/** One SKU's way through a run, for people. */
export function renderExplanation(
  explanation: Explanation,
  { paint, width, ...command }: ScreenStyle,
): string {
  const { sku, folder, run, rows } = explanation;
  const room = roomOfParts(width);
  const head = [paint('bold', say(`${sku} in ${folder}`)), ...renderParts(describeRun(run), room)];
  const bodies = rows.flatMap((row) => ['', ...renderRow(row, explanation, { paint, room, ...command })]);
  return `${[...head, ...bodies].join('\n')}\n`;
}

function say(text: string): string {
  return clip(printable(text));
}

function describeRun({
  command,
  dry_run: dryRun,
  created_at: createdAt,
  sheet,
  lookup,
  exit_code: exitCode,
  violations,
  notes,
}: Explanation['run']) {
  const of = sheet.path === '' ? '' : ` of ${nameOfSheet(sheet.path)}`;
  const begun = createdAt === null ? '' : `, planned ${createdAt}`;
  const ended = exitCode === null ? 'not recorded' : `exit code ${exitCode}`;
  return [
    ['Run', [`${command}${dryRun && command !== 'diff' ? ', dry run' : ''}${of}${begun}`]],
    ['Ended', [ended]],
    ['Listings', lookup ? [`were found ${describeHow(lookup)}`] : []],
    ['Stopped by', violations.map(({ rule, message }) => `${rule}: ${message}`)],
    ['Note', notes],
  ] satisfies readonly Part[];
}

function describeHow({ by, why }: NonNullable<Explanation['run']['lookup']>): string {
  return `${by === 'scan' ? 'by paging the account' : 'by looking each SKU up'}: ${why}`;
}

interface RowStyle extends Omit<ScreenStyle, 'width'> {
  /** Beside the titles, in columns. */
  readonly room: number;
}

function renderRow(
  row: ExplainedRow,
  explanation: Explanation,
  { paint, room, ...command }: RowStyle,
): readonly string[] {
  const { line, listing, outcome, planned } = row;
  const where = listing ? `, listing ${listing.id}` : '';
  const status = outcome?.status ?? 'no outcome';
  return [
    paint('bold', say(`Line ${line}${where}: ${status}`)),
    ...renderParts(
      [
        ['Cells', describeCells(row, room)],
        ['Listing', describeListing(row)],
        ['Changes', table(row.changes, room, ({ field, before, after }) => [field, `${before} → ${after}`])],
        ['Sent along', table(row.sent_along, room, ({ field, value }) => [field, value])],
        ['Fees', describeFees(row)],
        ['Price', row.price ? [row.price.message] : []],
        ['Rules', table(row.rules, room, ({ rule, said, detail }) => [rule, join(SAID[said], detail)])],
        ['Notices', row.notices.filter((notice) => notice !== row.price?.message)],
        ['Planned as', planned ? [join(withReason(planned), planned.message)] : []],
        ['Requests', row.requests.map(describeRequest)],
        ['Outcome', outcome ? describeOutcome(outcome) : [noOutcome(explanation, command)]],
        ['By hand', Object.keys(row.curl).length === 0 ? [] : [BY_HAND]],
      ],
      room,
    ),
    ...renderCurl(row.curl, paint),
  ];
}

function describeFees({ fees }: ExplainedRow): readonly string[] {
  if (!fees) return [];
  const { per_unit: perUnit, percent } = fees;
  return [
    ...(perUnit === null ? [] : [`${perUnit} a unit`]),
    ...(percent === null ? [] : [`${percent} % of the price`]),
  ];
}

const SAID = { passed: 'passed', let_pass: 'let pass', against: 'against it' } as const;

/** Two columns, for what has a name and something to say. */
function table<T>(
  items: readonly T[],
  room: number,
  toCells: (item: T) => readonly [string, string],
): readonly string[] {
  const lines = renderTable(
    items,
    [
      { title: '', text: (item) => toCells(item)[0] },
      { title: '', text: (item) => toCells(item)[1] },
    ],
    room,
  );
  return lines.slice(1);
}

function join(what: string, detail: string): string {
  return detail === '' ? what : `${what}: ${detail}`;
}

function describeCells(row: ExplainedRow, room: number): readonly string[] {
  if (row.cells_from === 'nowhere') return [`can't be shown: ${row.cells_missing}`];
  const lines = renderTable(
    row.cells,
    [
      { title: 'header', text: ({ header }) => header },
      { title: 'field', text: ({ field }) => field ?? '' },
      { title: 'cell', text: ({ text }) => `"${text}"` },
      { title: 'read as', text: (cell) => describeReading(cell, row.outcome) },
    ],
    room,
  );
  return row.cells_from === 'plan'
    ? lines
    : [...lines, 'from the sheet, which has not changed since the run'];
}

function describeReading(
  { field, text, read_as: readAs }: ExplainedCell,
  outcome: ExplainedOutcome | null,
): string {
  if (field === null) return 'ignored';
  if (text.trim() === '') return 'left as it is';
  const isHeld = outcome?.status === 'unchanged' && FIELDS.some((each) => each === field);
  return readAs ?? (isHeld ? 'same as the listing' : '');
}

function describeListing({ listing, sku }: ExplainedRow): readonly string[] {
  if (!listing) return ['none'];
  const { platform, channel, currency } = listing;
  const match = listing.sku === sku ? 'its SKU is the same' : `its SKU is "${listing.sku}"`;
  return [`${platform}, channel ${channel}, ${currency}; ${match}`];
}

function withReason({ status, reason }: { readonly status: string; readonly reason: string }): string {
  return reason === '' ? status : `${status} (${reason})`;
}

function describeRequest({ kind, at, method, target, attempt, ...answered }: ExplainedRequest): string {
  const { http_status: httpStatus, fault } = answered;
  const answer = fault ?? (httpStatus === null ? 'answered' : `HTTP ${httpStatus}`);
  return `${at}  ${KINDS[kind]}, attempt ${attempt}: ${method} ${target}: ${answer}`;
}

const KINDS = { lookup: 'lookup', update: 'update', read_back: 'read back' } as const;

function describeOutcome(outcome: ExplainedOutcome): readonly string[] {
  const { message, attempts, http_status: httpStatus, completed_at: completedAt } = outcome;
  const followUp = explainFollowUp(outcome.follow_up ?? '');
  const facts = [
    withReason(outcome),
    ...(attempts > 0 ? [count(attempts, 'attempt')] : ['not sent']),
    ...(httpStatus === null ? [] : [`HTTP ${httpStatus}`]),
    ...(completedAt === null ? [] : [completedAt]),
  ];
  return [facts.join(', '), ...[message, followUp].filter((line) => line !== '')];
}

function noOutcome(
  { folder }: Explanation,
  { applyFlags, shell }: Pick<ScreenStyle, 'applyFlags' | 'shell'>,
): string {
  return `none recorded: the update was not sent, or the run was cut short while sending it; ${formatCommand(['apply', folder, ...applyFlags], shell)} checks the listing and sends the rest`;
}

const BY_HAND =
  'The requests of this row as curl commands, rebuilt from the files of the run; the key comes from the shell variable PRICESHEET_API_KEY';

const CURL_TITLES = {
  lookup: '# Looks the SKU up',
  update: '# CHANGES THE LISTING: sends the update',
  read_back: '# Reads the listing back',
} as const;

/** Neither clipped nor wrapped, which would make another command of it. */
function renderCurl(commands: CurlCommands, paint: Paint): readonly string[] {
  return Object.entries(CURL_TITLES).flatMap(([kind, title]) => {
    const command = commands[kind as keyof CurlCommands];
    return command === undefined ? [] : [paint('dim', `${INDENT}${title}`), `${INDENT}${command}`];
  });
}

/** The same as one JSON document. */
export function renderExplanationJson({ rows, ...explanation }: Explanation): string {
  const document = { version: 1, exit_code: 0, ...explanation, rows: rows.map(withoutWhy) };
  return `${toJsonText(document, 2)}\n`;
}

function withoutWhy(row: ExplainedRow): object {
  if (row.cells_from !== 'nowhere') return row;
  const { cells_missing: _, ...shown } = row;
  return shown;
}
