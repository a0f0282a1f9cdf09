import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The files of a history, as paths, in the order of their names. `folder`: the folder of all histories. */
export function historyFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ndjson|json)$/.test(name))
    .map((name) => join(folder, name))
    .sort();
}

/**
 * Leaves a run that has ended as if it had been killed: the history has only word that it began, and its journal only the first
 * `noted` updates.
 */
export function asKilled(
  folder: string,
  { history, noted }: { readonly history: string; readonly noted: number },
): void {
  const named = `"folder":${JSON.stringify(folder)}`;
  const file = historyFiles(history).find((path) => readFileSync(path, 'utf8').includes(named)) ?? '';
  const { command, started_at } = JSON.parse(readFileSync(file, 'utf8').split('\n')[0] ?? '');
  for (const path of [file, join(folder, 'summary.json')]) rmSync(path);
  const journal = join(folder, 'outcomes.ndjson');
  const lines = readFileSync(journal, 'utf8').split('\n').slice(0, noted);
  writeFileSync(journal, lines.map((line) => `${line}\n`).join(''));
  const begun = { version: 1, command, folder, started_at };
  writeFileSync(join(dirname(dirname(file)), 'begun.json'), `${JSON.stringify(begun)}\n`);
}
