import { relative } from 'node:path';
import type { Scene } from './scene.ts';
import type { Call } from './strace.ts';

/** The parts of a run, in their order. */
export const PHASES = [
  ...['start', 'lock', 'read', 'folder', 'lookups', 'plan'],
  ...['journal', 'sending', 'ending', 'files', 'release'],
] as const;

export type Phase = (typeof PHASES)[number];

/** A call of ours, with where it goes and when. */
export interface PlacedCall extends Call {
  readonly place: string;
  readonly phase: Phase;
  /** How many calls of its name at its place there have been, this one included. */
  readonly nthAtPlace: number;
}

type Where = Pick<Scene, 'cwd' | 'locks'>;

/** The calls of the main thread and, of the others, those on the sheet: it is read beside. */
export function placeCalls(calls: readonly Call[], where: Where): readonly PlacedCall[] {
  const main = calls[0]?.thread;
  const counts = new Map<string, number>();
  let phase: Phase = 'start';
  return calls.flatMap((call): readonly PlacedCall[] => {
    const place = placeOf(call, where);
    if (call.thread !== main && place !== 'costs.csv') return [];
    const later = call.thread === main ? phaseBegunBy(call, place, phase) : undefined;
    if (later && PHASES.indexOf(later) > PHASES.indexOf(phase)) phase = later;
    const nthAtPlace = (counts.get(`${call.name} ${place}`) ?? 0) + 1;
    counts.set(`${call.name} ${place}`, nthAtPlace);
    return [{ ...call, place, phase, nthAtPlace }];
  });
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const LOCKS: readonly (readonly [string, RegExp])[] = [
  ['lock', /^\w+\.lock$/],
  ['lock-right', new RegExp(`^\\w+\\.lock\\.${UUID}$`)],
  ['lock-draft', new RegExp(`^\\w+\\.lock\\.${UUID}\\.new$`)],
  ['lock-right-draft', new RegExp(`^\\w+\\.lock\\.${UUID}\\.${UUID}\\.new$`)],
];

/**
 * Where a call goes, the same from run to run: a path below the working folder, `locks` or a lock in it, a file of the history, `GET` or
 * `POST`, and `node` for what is none of ours. A rename or link goes to where it leads.
 */
function placeOf({ name, text }: Pick<Call, 'name' | 'text'>, { cwd, locks }: Where): string {
  if (/^\w+\(\d+<(?:socket|TCP)/.test(text)) {
    return name === 'connect'
      ? 'connect'
      : (/> *, "(GET|POST) /.exec(text.replace(/>,/, '> ,'))?.[1] ?? 'socket');
  }
  const path = pathOf({ name, text });
  if (path === undefined) return 'node';
  if (path === locks) return 'locks';
  if (path.startsWith(`${locks}/`)) {
    const file = path.slice(locks.length + 1);
    return LOCKS.find(([, pattern]) => pattern.test(file))?.[0] ?? 'lock-unknown';
  }
  return path.startsWith(`${cwd}/`) ? withoutFingerprint(relative(cwd, path)) : 'node';
}

const HISTORY: readonly (readonly [string, RegExp])[] = [
  ['history/ledger', /^[^/]+$/],
  ['history/runs', /runs\.ndjson$/],
  ['history/changes', /changes\.ndjson$/],
  ['history/agreed', /agreed\.ndjson$/],
  ['history/agreed-draft', /agreed\.ndjson\.[^/]+\.unfinished$/],
];

/** The name of a ledger has the account's fingerprint in it. */
function withoutFingerprint(path: string): string {
  const [, inHistory] = /^runs\/\.history\/(.+)$/.exec(path) ?? [];
  if (inHistory === undefined) return path;
  return HISTORY.find(([, pattern]) => pattern.test(inHistory))?.[0] ?? 'history/other';
}

function pathOf({ name, text }: Pick<Call, 'name' | 'text'>): string | undefined {
  const quoted = [...text.matchAll(/"([^"]*)"/g)].map(([, path]) => path);
  if (/^(rename|link)/.test(name)) return quoted[1];
  const ofFile = /^\w+\(\d+<([^>]*)>/.exec(text)?.[1];
  return ofFile ?? (/^(openat|mkdir|unlink|access|faccessat|statx)/.test(name) ? quoted[0] : undefined);
}

function phaseBegunBy({ name, text }: Call, place: string, now: Phase): Phase | undefined {
  if (place.startsWith('lock')) {
    if (now === 'files' || now === 'ending') return 'release';
    return now === 'lock' && name.startsWith('unlink') ? 'read' : 'lock';
  }
  if (place === 'run' && name.startsWith('mkdir')) return 'folder';
  if (place === 'GET') return 'lookups';
  if (place === 'run/plan.ndjson.unfinished') return 'plan';
  if (place === 'run/outcomes.ndjson') return text.includes('\\"kind\\":\\"end\\"') ? 'ending' : 'journal';
  if (place === 'POST') return 'sending';
  return place === 'run/results.csv.unfinished' ? 'files' : undefined;
}
