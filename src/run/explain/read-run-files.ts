import { z } from 'zod';
import { formatCents } from '../../domain/cents.ts';
import { withoutByteOrderMark } from '../../domain/csv-cells.ts';
import { formatShare } from '../../domain/fees.ts';
import { describeValue, FIELDS } from '../../domain/fields.ts';
import { parseJson, toJsonText } from '../../domain/json-text.ts';
import type { Disk } from '../../domain/ports.ts';
import type { CarriedOver, Held, Update } from '../../domain/stages.ts';
import { writeTarget } from '../../service/requests.ts';
import { readRecords } from '../../sheet/parse-records.ts';
import { readLineBlocks, readLines } from '../disk/line-file.ts';
import type { PlanFile } from '../folder/plan-file.ts';

const cell = z.string().default('');
const filled = cell.transform((text) => text || null);

const resultSchema = z.object({
  line: z.coerce.number(),
  listing_id: filled,
  status: cell,
  reason: cell,
  message: cell,
  attempts: z.coerce.number(),
  http_status: filled.transform((text) => (text === null ? null : Number(text))),
  completed_at: filled,
  /** Null where no manual price was followed up, or it is not known. */
  follow_up: filled,
});

/** A record of `results.csv`, as far as it is read back. */
export type Result = z.infer<typeof resultSchema>;

export type ResultOutcome = Omit<Result, 'line' | 'listing_id'>;

/** Reads the wanted records of a run's `results.csv`; none if there is no such file. Errors: `DiskError`, `SheetError`. */
export async function readResults(
  path: string,
  disk: Disk,
  isWanted: (result: Result) => boolean,
): Promise<readonly Result[]> {
  if (!disk.existsSync(path)) return [];
  const [first = ''] = readLines(path, disk);
  const header = withoutByteOrderMark(first);
  // The file has the delimiter of the sheet.
  const delimiter = /^line(.+?)sku/.exec(header)?.[1] ?? ',';
  const names = header.split(delimiter);
  const wanted: Result[] = [];
  const dialect = { delimiter, quote: '"', padded: false } as const;
  for await (const records of readRecords(piecesOf(path, disk), { dialect, name: path }))
    for (const { cells } of records) {
      const { data } = resultSchema.safeParse(Object.fromEntries(names.map((name, at) => [name, cells[at]])));
      // The header is no result.
      if (data && isWanted(data)) wanted.push(data);
    }
  return wanted;
}

function* piecesOf(path: string, disk: Disk): Generator<string> {
  for (const lines of readLineBlocks(path, disk)) yield lines.toString('utf8');
}

const requestSchema = z.looseObject({
  time: z.string(),
  msg: z.enum(['request', 'request did not succeed']),
  method: z.enum(['GET', 'POST']),
  path: z.string(),
  query: z.array(z.tuple([z.string(), z.string()])),
  attempt: z.int(),
  httpStatus: z.int().optional(),
  message: z.string().optional(),
});

type LoggedRequest = z.infer<typeof requestSchema>;

export interface LoggedRequests {
  readonly requests: readonly LoggedRequest[];
  /** Requests that succeeded are among them. */
  readonly isVerbose: boolean;
}

interface Wanted {
  readonly ids: readonly string[];
  readonly skus: readonly string[];
}

/** Reads the requests about these listings and SKUs from a run's log, if there is one. Malformed lines are skipped. */
export function readLoggedRequests(path: string, disk: Disk, { ids, skus }: Wanted): LoggedRequests {
  const marks = [...ids.map((id) => `/listings/${id}"`), ...skus.map((sku) => toJsonText(['sku', sku]))];
  const requests: LoggedRequest[] = [];
  let isVerbose = false;
  for (const line of disk.existsSync(path) ? readLines(path, disk) : []) {
    if (!line.includes('"msg":"request')) continue;
    isVerbose ||= line.includes('"level":"debug"');
    if (!marks.some((mark) => line.includes(mark))) continue;
    const request = requestSchema.safeParse(parseJson(line)).data;
    const asked = request?.message === undefined ? undefined : findAsked(request, requests);
    if (asked) Object.assign(asked, { httpStatus: request?.httpStatus, message: request?.message });
    else if (request) requests.push(request);
  }
  return { requests, isVerbose };
}

/** A fault belongs to the last attempt of that number; without `--verbose` nothing else is logged about it. */
function findAsked(
  { method, path, attempt }: LoggedRequest,
  requests: readonly LoggedRequest[],
): LoggedRequest | undefined {
  return requests.findLast(
    (each) =>
      each.method === method && each.path === path && each.attempt === attempt && each.message === undefined,
  );
}

interface Subject {
  readonly id: string | null;
  readonly sku: string;
  readonly outcome: ResultOutcome | null;
}

/** The requests that were about one row alone. */
export function requestsOf({ requests }: LoggedRequests, { id, sku, outcome }: Subject) {
  const own = requests.filter(({ method, path, query }) =>
    method === 'POST'
      ? id !== null && path === `/listings/${id}`
      : query.some(([name, value]) => name === 'sku' && value === sku),
  );
  const isUpdate = ({ method }: LoggedRequest): boolean => method === 'POST';
  const [first, last] = [own.findIndex(isUpdate), own.findLastIndex(isUpdate)];
  return own.map((request, at) => {
    const { time, method, attempt, message = null, httpStatus } = request;
    // The log has no status of an answer that was good.
    const settled = at === last && message === null ? (outcome?.http_status ?? null) : null;
    return {
      kind: isUpdate(request) ? 'update' : first >= 0 && at > first ? 'read_back' : 'lookup',
      at: time,
      method,
      target: writeTarget('', request),
      attempt,
      http_status: httpStatus ?? settled,
      fault: message,
    } as const;
  });
}

/** A row of a plan, once for each listing. */
export interface PlannedRow extends CarriedOver {
  /** Its position. */
  readonly n: number;
  /** If it is sent, or waits for a person. */
  readonly update: Update | Held | undefined;
}

/** The cells of a row as the plan has them, if it does, and what was read from each. */
export function explainCells(row: PlannedRow, { head: { shape, sheet } }: PlanFile) {
  if (row.cells.length === 0)
    return { cells_from: 'nowhere', cells: null, cells_missing: 'the plan does not hold them' } as const;
  const cells = row.cells.map((text, at) => {
    const header = shape.header[at] ?? '';
    // Rows of an undo or an apply have canonical columns.
    const name = sheet.columns ? nameOf(header, sheet.columns) : header.replace(/_cents$/, '');
    const field = sheet.columns || OWN_NAMES.includes(name ?? '') ? name : null;
    return { header, field, text, read_as: text.trim() === '' ? null : readAs(field, row) };
  });
  return { cells_from: 'plan', cells, cells_missing: null } as const;
}

const OWN_NAMES: readonly (string | null)[] = [...FIELDS, 'sku', 'listing_id', 'currency'];

function nameOf(header: string, columns: Readonly<Record<string, string>>): string | null {
  return Object.keys(columns).find((field) => columns[field] === header) ?? null;
}

/** The value that was read from a cell, if the plan shows it. */
function readAs(field: string | null, { changes, update, fees, pieces }: PlannedRow): string | null {
  if (field === 'fee') return fees?.perUnit === undefined ? null : formatCents(fees.perUnit);
  if (field === 'fee_percent') return fees?.share === undefined ? null : `${formatShare(fees.share)} %`;
  const known = FIELDS.find((each) => each === field);
  const change = changes.find((each) => each.field === known);
  const value = change ? change.after : known && update?.resolved.listing.values[known];
  if (known === undefined || value === undefined) return null;
  const per = known === 'cost' && pieces !== undefined ? ` (the cell is for ${pieces} pieces)` : '';
  return `${describeValue(known, value)}${per}`;
}
