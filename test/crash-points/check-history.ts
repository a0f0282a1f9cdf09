import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Problems } from './checks.ts';

interface Line {
  readonly kind?: string;
  readonly id?: string;
  readonly folder?: string | null;
  readonly run?: string;
  readonly listing_id?: string;
  readonly field?: string;
  readonly by?: string;
  readonly was?: unknown;
  readonly is?: unknown;
}

/**
 * What is left of a line that was cut is followed by whole ones, and what was agreed on is whole. `noted`: the listings that the journal of
 * the folder `run` says were updated, so that the history has that run and these changes by now, each once.
 */
export function checkHistory(cwd: string, { noted }: { readonly noted: readonly string[] }): Problems {
  const folder = join(cwd, 'runs/.history');
  const [ledger, ...others] = existsSync(folder) ? readdirSync(folder) : [];
  if (others.length > 0) return ['the history has the job twice'];
  const read = (name: string): readonly string[] => {
    const path = join(folder, ledger ?? '', name);
    return existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  };
  const agreed = read('agreed.ndjson');
  if (agreed.length > 0 && agreed.at(-2) !== '{"kind":"end"}') return ['agreed.ndjson is not whole'];
  const [runs, changes] = [parse(read('runs.ndjson')), parse(read('changes.ndjson'))];
  const ofRun = runs.filter(({ kind, folder: of }) => kind === 'run' && basename(of ?? '') === 'run');
  const names = changes.map(({ run, listing_id, field, by }) => [run, listing_id, field, by].join(' '));
  const known = new Set(
    changes.filter(({ run }) => run === ofRun[0]?.id).map(({ listing_id }) => listing_id),
  );
  return [
    ...(ofRun.length > 1 ? ['the history has the run twice'] : []),
    ...(noted.length > 0 && ofRun.length === 0
      ? ['the history does not have the run, and it has sent something']
      : []),
    ...names
      .filter((name, at) => names.indexOf(name) < at)
      .map((name) => `the history has a change twice: ${name}`),
    ...changes.filter(({ was, is }) => was === is).map(() => 'the history has a change that is none'),
    ...noted.filter((id) => !known.has(id)).map((id) => `the history does not have that ${id} was changed`),
  ];
}

function parse(lines: readonly string[]): readonly Line[] {
  return lines.filter((line) => line.endsWith('}')).map((line) => JSON.parse(line));
}
