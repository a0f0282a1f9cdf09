import { z } from 'zod';
import { DiskError } from '../../domain/errors.ts';
import { toJsonText } from '../../domain/json-text.ts';
import type { Disk } from '../../domain/ports.ts';
import type { ExplainedOutcome, ExplainedRequest } from '../../report/screen/explanation.ts';
import { writeTarget } from '../../service/requests.ts';
import { readLines } from '../disk/read-lines.ts';

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

const startSchema = z.looseObject({
  msg: z.literal('run started'),
  reading: z
    .looseObject({
      encoding: z.string(),
      delimiter: z.string(),
      quote: z.enum(['"', "'", 'none']),
      header_line: z.int(),
    })
    .optional(),
});

/** How the run read its sheet. */
export type LoggedReading = NonNullable<z.infer<typeof startSchema>['reading']>;

export interface LoggedRequests {
  readonly reading: LoggedReading | undefined;
  /** Why they are not all, if they are not. */
  readonly notes: readonly string[];
  /** Requests about one listing, or about the SKU if there is none. */
  requestsOf(entry: {
    readonly id: string | null;
    readonly sku: string;
    readonly outcome: ExplainedOutcome | null;
  }): readonly ExplainedRequest[];
}

interface Logged {
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
  readonly attempt: number;
  httpStatus: number | undefined;
  fault: string | undefined;
}

interface Wanted {
  readonly ids: readonly string[];
  readonly skus: readonly string[];
}

/** Reads the requests about these listings and SKUs from a run's log. Malformed lines are skipped. */
export function readLoggedRequests(path: string, disk: Disk, { ids, skus }: Wanted): LoggedRequests {
  const marks = [...ids.map((id) => `/listings/${id}"`), ...skus.map((sku) => toJsonText(['sku', sku]))];
  const found: Logged[] = [];
  let reading: LoggedReading | undefined;
  let isVerbose = false;
  // A run without a log has no requests.
  for (const line of disk.existsSync(path) ? readLines(path, disk) : []) {
    if (!reading && line.includes('"msg":"run started"')) reading = parse(startSchema, line)?.reading;
    const isRequest = line.includes('"msg":"request');
    isVerbose ||= isRequest && line.includes('"level":"debug"');
    if (!isRequest || !marks.some((mark) => line.includes(mark))) continue;
    const request = parse(requestSchema, line);
    if (request) take(request, found);
  }
  return {
    reading,
    notes: isVerbose
      ? []
      : ['The log names only requests that did not succeed; with --verbose a run logs each'],
    requestsOf: ({ id, sku, outcome }) => toRequests(found, { id, sku, outcome }),
  };
}

function parse<T>(schema: z.ZodType<T>, line: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(line)).data;
  } catch (error) {
    if (error instanceof DiskError) throw error;
    return undefined;
  }
}

/** A fault belongs to the last attempt of that number; without `--verbose` nothing else is logged about it. */
function take(
  { time: at, msg, method, path, query, attempt, httpStatus, message: fault }: z.infer<typeof requestSchema>,
  found: Logged[],
): void {
  const logged = { at, method, path, query, attempt, httpStatus, fault };
  const open = found.findLast(
    (each) =>
      each.method === method && each.path === path && each.attempt === attempt && each.fault === undefined,
  );
  if (msg === 'request' || !open) found.push(logged);
  else Object.assign(open, { httpStatus, fault });
}

function toRequests(
  found: readonly Logged[],
  { id, sku, outcome }: Parameters<LoggedRequests['requestsOf']>[0],
): readonly ExplainedRequest[] {
  const own = found.filter(
    ({ method, path, query }) =>
      (method === 'POST' && id !== null && path === `/listings/${id}`) ||
      (method === 'GET' && query.some(([name, value]) => name === 'sku' && value === sku)),
  );
  const lastPost = own.findLast(({ method }) => method === 'POST');
  const firstPost = own.findIndex(({ method }) => method === 'POST');
  return own.map((request, at) => {
    const isSettled = request === lastPost && request.fault === undefined;
    return {
      kind: request.method === 'POST' ? 'update' : firstPost >= 0 && at > firstPost ? 'read_back' : 'lookup',
      at: request.at,
      method: request.method,
      target: writeTarget('', request),
      attempt: request.attempt,
      http_status: request.httpStatus ?? (isSettled ? (outcome?.http_status ?? null) : null),
      fault: request.fault ?? null,
    };
  });
}
