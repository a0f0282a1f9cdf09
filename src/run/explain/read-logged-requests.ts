import { z } from 'zod';
import { toJsonText } from '../../domain/json-text.ts';
import type { Disk } from '../../domain/ports.ts';
import { writeTarget } from '../../service/requests.ts';
import { readLines } from '../disk/read-lines.ts';
import type { ResultOutcome } from './read-results.ts';

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
    const request = parse(line);
    const asked = request?.message === undefined ? undefined : findAsked(request, requests);
    if (asked) Object.assign(asked, { httpStatus: request?.httpStatus, message: request?.message });
    else if (request) requests.push(request);
  }
  return { requests, isVerbose };
}

function parse(line: string): LoggedRequest | undefined {
  try {
    return requestSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
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
