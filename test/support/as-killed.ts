import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files of a history, as paths, in the order of their names. `folder`: the folder of all ledgers. */
export function historyFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ndjson'))
    .map((name) => join(folder, name))
    .sort();
}

/**
 * Leaves a run that has ended as if it had been killed: the ledger has only word that it began, and its journal only the first
 * `noted` updates; or, without that number, while it added its changes. What sheet and service agreed on is as it was before it, which `agreed` has; without it, as it is.
 */
export function asKilled(
  folder: string,
  {
    history,
    noted,
    agreed,
  }: { readonly history: string; readonly noted?: number; readonly agreed?: string | undefined },
): void {
  const named = `"folder":${JSON.stringify(folder)}`;
  for (const path of historyFiles(history)) {
    const lines = readFileSync(path, 'utf8').split('\n');
    const ended = lines.findLastIndex((line) => line.startsWith('{"kind":"run"') && line.includes(named));
    if (ended === -1) continue;
    const { id } = JSON.parse(lines[ended] ?? '');
    writeFileSync(path, lines.toSpliced(ended, 1).join('\n'));
    if (agreed !== undefined) writeFileSync(join(path, '..', 'agreed.ndjson'), agreed);
    if (noted === undefined) continue;
    const changes = join(path, '..', 'changes.ndjson');
    const others = readFileSync(changes, 'utf8')
      .split('\n')
      .filter((line) => !line.startsWith(`{"run":${JSON.stringify(id)}`));
    writeFileSync(changes, others.join('\n'));
  }
  if (noted === undefined) return;
  rmSync(join(folder, 'summary.json'));
  const journal = join(folder, 'outcomes.ndjson');
  const lines = readFileSync(journal, 'utf8').split('\n').slice(0, noted);
  writeFileSync(journal, lines.map((line) => `${line}\n`).join(''));
}
