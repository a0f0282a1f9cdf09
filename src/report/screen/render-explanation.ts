import { FIELDS } from '../../domain/fields.ts';
import { toJsonText } from '../../domain/json-text.ts';
import { clip } from '../text/clip.ts';
import { formatCommand } from '../text/format-command.ts';
import type { Paint } from '../text/paint.ts';
import { printable } from '../text/printable.ts';
import { renderTable } from '../text/render-table.ts';
import { widthOf, wrapText } from '../text/text-width.ts';
import { nameOfSheet } from '../text/words.ts';
import type {
  CurlCommand,
  ExplainedCell,
  ExplainedOutcome,
  ExplainedRequest,
  ExplainedRow,
  Explanation,
} from './explanation.ts';

/** A titled part of the screen; nothing at all where it has no lines. */
type Part = readonly [title: string, lines: readonly string[]];

interface Look {
  readonly paint: Paint;
  /** Of the terminal, in columns; none where the lines are not to be wrapped. */
  readonly width: number | undefined;
}

/** One SKU's way through a run, for people. */
export function renderExplanation(explanation: Explanation, { paint, width }: Look): string {
  const { sku, folder, run, rows } = explanation;
  const room = (width ?? Number.POSITIVE_INFINITY) - INDENT.length - TITLE_WIDTH;
  const head = [paint('bold', say(`${sku} in ${folder}`)), ...renderParts(describeRun(run), room)];
  const bodies = rows.flatMap((row) => ['', ...renderRow(row, explanation, { paint, room })]);
  return `${[...head, ...bodies].join('\n')}\n`;
}

function say(text: string): string {
  return clip(printable(text));
}

function describeRun({
  command,
  dryRun,
  createdAt,
  sheet,
  lookup,
  lookups,
  exitCode,
  violations,
  notes,
}: Explanation['run']) {
  const of = sheet.path === '' ? '' : ` of ${nameOfSheet(sheet.path)}`;
  const begun = createdAt === undefined ? '' : `, planned ${createdAt}`;
  const ended = exitCode === undefined ? 'not told' : `exit code ${exitCode}`;
  const found = [
    ...(lookup ? [`were found ${describeHow(lookup)}`] : []),
    ...lookups.map((each) => `of shard ${each.shard} were found ${describeHow(each)}`),
  ];
  return [
    ['Run', [`${command}${dryRun && command !== 'diff' ? ', dry run' : ''}${of}${begun}`]],
    ['Ended', [ended]],
    ['Listings', found],
    ['Stopped by', violations.map(({ rule, message }) => `${rule}: ${message}`)],
    ['Note', notes],
  ] satisfies readonly Part[];
}

function describeHow({ by, why }: NonNullable<Explanation['run']['lookup']>): string {
  return `${by === 'scan' ? 'by paging the account' : 'by looking each SKU up'}: ${why}`;
}

const INDENT = '  ';
const TITLE_WIDTH = 12;

/** What of a line stands below it says so by standing further in. */
function renderParts(parts: readonly Part[], room: number): readonly string[] {
  return parts.flatMap(([title, lines]) =>
    lines
      .flatMap((line) => {
        const text = say(line);
        if (widthOf(text) <= room) return [text];
        const [first = '', ...more] = wrapText(text, room - INDENT.length);
        return [first, ...more.map((each) => INDENT + each)];
      })
      .map((line, at) => `${INDENT}${(at === 0 ? title : '').padEnd(TITLE_WIDTH)}${line}`.trimEnd()),
  );
}

interface RowLook {
  readonly paint: Paint;
  /** Beside the titles, in columns. */
  readonly room: number;
}

function renderRow(row: ExplainedRow, explanation: Explanation, { paint, room }: RowLook): readonly string[] {
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
        ['Sent along', table(row.sentAlong, room, ({ field, value }) => [field, value])],
        ['Rules', table(row.rules, room, ({ rule, said, detail }) => [rule, join(SAID[said], detail)])],
        ['Notices', row.notices],
        ['Planned as', planned ? [join(withReason(planned), planned.message)] : []],
        ['Requests', row.requests.map(describeRequest)],
        ['Outcome', outcome ? describeOutcome(outcome) : [noOutcome(explanation)]],
        ['By hand', row.curl.length === 0 ? [] : [BY_HAND]],
      ],
      room,
    ),
    ...renderCurl(row.curl, paint),
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

function describeCells({ cells, outcome }: ExplainedRow, room: number): readonly string[] {
  if (cells.from === 'nowhere') return [`can't be shown: ${cells.why}`];
  const lines = renderTable(
    cells.cells,
    [
      { title: 'header', text: ({ header }) => header },
      { title: 'field', text: ({ field }) => field ?? '' },
      { title: 'cell', text: ({ text }) => `"${text}"` },
      { title: 'read as', text: (cell) => describeReading(cell, outcome) },
    ],
    room,
  );
  return cells.from === 'plan' ? lines : [...lines, 'from the sheet, which has not changed since the run'];
}

function describeReading(
  { field, text, readAs }: ExplainedCell,
  outcome: ExplainedOutcome | undefined,
): string {
  if (field === undefined) return 'ignored';
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

function describeRequest({ kind, at, method, target, attempt, httpStatus, fault }: ExplainedRequest): string {
  const answer = fault ?? (httpStatus === undefined ? 'answered' : `HTTP ${httpStatus}`);
  return `${at}  ${KINDS[kind]}, attempt ${attempt}: ${method} ${target}: ${answer}`;
}

const KINDS = { lookup: 'lookup', update: 'update', read_back: 'read back' } as const;

function describeOutcome(outcome: ExplainedOutcome): readonly string[] {
  const { message, attempts, httpStatus, completedAt } = outcome;
  const facts = [
    withReason(outcome),
    ...(attempts > 0 ? [`${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`] : ['never sent']),
    ...(httpStatus === '' ? [] : [`HTTP ${httpStatus}`]),
    ...(completedAt === '' ? [] : [completedAt]),
  ];
  return [facts.join(', '), ...(message === '' ? [] : [message])];
}

function noOutcome({ folder }: Explanation): string {
  return `none recorded: the update was not sent, or the run was cut short while sending it; ${formatCommand(['apply', folder])} checks the listing and sends the rest`;
}

const BY_HAND =
  'The requests of this row as curl commands, rebuilt from the files of the run; the key comes from the shell variable PRICESHEET_API_KEY';

const CURL_TITLES = {
  lookup: '# Looks the SKU up',
  update: '# CHANGES THE LISTING: sends the update',
  read_back: '# Reads the listing back',
} as const;

/** As they are: a command that was clipped or wrapped would be another one. */
function renderCurl(commands: readonly CurlCommand[], paint: Paint): readonly string[] {
  return commands.flatMap(({ kind, command }) => [
    paint('dim', `${INDENT}${CURL_TITLES[kind]}`),
    `${INDENT}${command}`,
  ]);
}

/** The same as one JSON document. */
export function renderExplanationJson({ folder, sku, run, rows }: Explanation): string {
  const document = {
    version: 1,
    exit_code: 0,
    folder,
    sku,
    run: {
      command: run.command,
      dry_run: run.dryRun,
      created_at: run.createdAt ?? null,
      sheet: run.sheet,
      base_url: run.baseUrl ?? null,
      lookup: run.lookup ?? null,
      lookups: run.lookups,
      exit_code: run.exitCode ?? null,
      violations: run.violations,
      notes: run.notes,
    },
    rows: rows.map(toRowJson),
  };
  return `${toJsonText(document, 2)}\n`;
}

function toRowJson({ sentAlong, outcome, listing, planned, cells, requests, ...row }: ExplainedRow) {
  return {
    line: row.line,
    sku: row.sku,
    cells:
      cells.from === 'nowhere'
        ? null
        : cells.cells.map(({ header, field, text, readAs }) => ({
            header,
            field: field ?? null,
            text,
            read_as: readAs ?? null,
          })),
    cells_from: cells.from,
    listing: listing ?? null,
    changes: row.changes,
    sent_along: sentAlong,
    rules: row.rules,
    notices: row.notices,
    planned: planned ?? null,
    requests: requests.map(({ httpStatus, fault, ...request }) => ({
      ...request,
      http_status: httpStatus ?? null,
      fault: fault ?? null,
    })),
    outcome: outcome
      ? {
          status: outcome.status,
          reason: outcome.reason,
          message: outcome.message,
          attempts: outcome.attempts,
          http_status: outcome.httpStatus === '' ? null : Number(outcome.httpStatus),
          completed_at: outcome.completedAt === '' ? null : outcome.completedAt,
        }
      : null,
    curl: Object.fromEntries(row.curl.map(({ kind, command }) => [kind, command])),
  };
}
