import type { RunRecord } from '../../domain/documents/ledger.ts';
import { displayPath } from './display-path.ts';

interface Described {
  readonly cwd: string;
  /** How a dry run takes it into account. */
  readonly what: string;
}

/** The sentence for a run that has begun and not ended. A dry run holds no lock, so it can't know whether that run is alive. */
export function describeUnfinished(
  { folder, started_at }: Pick<RunRecord, 'folder' | 'started_at'>,
  { cwd, what }: Described,
): string {
  const at = started_at.slice(0, 19).replace('T', ' ').replace(/:00$/, '');
  return `The run in "${displayPath(folder ?? '', cwd)}" began at ${at} UTC and has not ended: ${what}; if it is still running, wait for its end`;
}
