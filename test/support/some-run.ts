import type { RunSettings } from '../../src/run/job/job.ts';
import type { SyncRequest } from '../../src/run/sync.ts';

/** How a sheet is read if a test says nothing else. */
export const READING = {
  map: new Map(),
  moneyUnit: 'major',
  clearToken: 'null',
  duplicates: 'error',
  asOf: 20261120,
  shell: 'posix',
} as const satisfies SyncRequest['reading'];

/** Every row of a sheet, for the one listing that it matches. */
export const EVERY_ROW = {
  filters: {},
  match: 'one',
  ignoreCase: false,
} as const satisfies Partial<SyncRequest>;

/** What a run shows and allows if a test says nothing else. */
export const PLAIN_SETTINGS = {
  missingIsOk: false,
  attention: 'all',
  followUp: false,
  logLevel: 'info',
  shown: {},
  flags: [],
  layoutFlags: [],
  stepFlags: { undoFlags: [], shell: 'posix' as const, applyFlags: [], onceFlags: [] },
} as const satisfies Partial<RunSettings>;
