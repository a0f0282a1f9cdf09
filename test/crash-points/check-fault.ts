import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Ended } from '../support/run-program.ts';
import { CONCURRENCY } from './account.ts';
import {
  checkEveryRow,
  checkStatuses,
  checkSummary,
  checkWords,
  findMissing,
  type Problems,
  readJournal,
  readResults,
} from './checks.ts';
import type { ErrorCode, Point } from './point.ts';
import type { Reference } from './references.ts';
import type { Scene } from './scene.ts';

interface FaultedRun {
  readonly ended: Ended;
  readonly reference: Reference;
}

const MAX_SHOWN = 600;

/** What has to hold of a run in which a file could not be written or read. */
export function checkFault(scene: Scene, point: Point, { ended, reference }: FaultedRun): Problems {
  const folder = join(scene.cwd, 'run');
  const screen = `${ended.stderr}${ended.stdout}`;
  const problems = [
    ...checkWords(screen),
    ...checkEnd(folder, point, { ended, reference }),
    ...checkPosts(scene, point),
    ...checkRows(scene, folder, reference),
    ...checkSummary(folder, ended.code),
  ];
  const shown = `exit code ${ended.code}, screen ${JSON.stringify(screen.slice(0, MAX_SHOWN))}`;
  return problems.length > 0 ? [...problems, shown] : [];
}

/** 0 and 3 say that nothing of the user's is missing. Any other end names the file and what is wrong with it. */
function checkEnd(folder: string, point: Point, { ended, reference }: FaultedRun): Problems {
  const screen = `${ended.stderr}${ended.stdout}`;
  if (point.place.startsWith('history/') && ended.code !== reference.code)
    return [`a fault of the history ended it with ${ended.code}`];
  if (isHistoryLost(point) && !screen.includes('history')) return ['nobody says that the history lacks it'];
  if (ended.code === reference.code) {
    const missing = point.kind === 'limit' ? [] : findMissing(folder);
    const lockless =
      isLockNeeded(point) && !screen.includes('Running without a lock')
        ? ['nobody says that there is no lock']
        : [];
    return [...missing.map((file) => `it is told to be done, and ${file} is missing`), ...lockless];
  }
  const isReading = point.place === 'costs.csv' || point.place.startsWith('old/');
  const codes = isReading ? [1, 2] : [1];
  return [
    ...(codes.includes(Number(ended.code)) ? [] : [`it ended with ${ended.code}`]),
    ...(point.kind === 'short' ? ['a write that took nothing ended the run'] : []),
    ...checkNamed(screen, point),
  ];
}

/** Where these fail there is no lock. */
function isLockNeeded({ kind, place, call, n }: Point): boolean {
  const isDraft = place === 'lock-draft' && (call === 'openat' || call === 'write') && n === 1;
  return kind === 'fault' && (isDraft || (place === 'lock' && call.startsWith('link')));
}

/** Where these fail the run is not in the history, or could not be if it were killed. */
function isHistoryLost({ kind, place, call }: Point): boolean {
  const isWritten = /^(write|fsync|rename\w*)$/.test(call);
  return kind === 'fault' && isWritten && /^history\/(runs|changes|agreed)/.test(place);
}

const WORDS: Readonly<Record<ErrorCode | '-', string>> = {
  ENOSPC: 'the disk is full',
  EIO: 'the disk failed',
  EACCES: 'permission is denied',
  '-': 'file too large',
};

function checkNamed(screen: string, { place, error, kind }: Point): Problems {
  const file = kind === 'full' || kind === 'limit' ? 'run/' : place.replace(/\.unfinished$/, '');
  const named = screen.includes(file === 'run/' ? file : basename(file));
  return [
    ...(named ? [] : [`the screen does not name ${file}`]),
    ...(screen.includes(WORDS[error]) ? [] : [`the screen does not say that ${WORDS[error]}`]),
  ];
}

/** After a line of the journal that could not be written no update is begun; those under way may end. */
function checkPosts(scene: Scene, { command }: Point): Problems {
  const journal = readJournal(join(scene.cwd, 'run')).filter(({ status }) => status !== undefined);
  // The setup of an undo is a sync, which has sent its own.
  const setup = command === 'undo' ? readJournal(join(scene.cwd, 'old')).length - 1 : 0;
  const posts = scene.posts().length - setup;
  return posts > journal.length + CONCURRENCY
    ? [`${posts} updates were begun, and only ${journal.length} are in the journal`]
    : [];
}

function checkRows(scene: Scene, folder: string, reference: Reference): Problems {
  if (!existsSync(join(folder, 'results.csv'))) return [];
  const results = readResults(folder);
  return [...checkEveryRow(results, reference), ...checkStatuses(results, scene.values(), reference)];
}
