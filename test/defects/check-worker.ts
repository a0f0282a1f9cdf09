import { cpSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { Check, Defect } from './defect.ts';
import type { Verdict } from './judge-check.ts';
import { plantDefect } from './plant-defect.ts';
import { runChecks } from './run-checks.ts';
import { openWarmTests } from './warm-tests.ts';

export interface Question {
  readonly checks: readonly Check[];
  /** Planted for this question alone. */
  readonly defect?: Defect | undefined;
}

export interface Answer {
  /** In the order of the checks. */
  readonly verdicts: readonly Verdict[];
  /** The folder is as it was before the question, so that the next one can be asked here. */
  readonly isClean: boolean;
}

// Started by `ask-worker.ts` with a copy of the project to work in, and the copy that nobody changes.
const [folder = '', clean = ''] = process.argv.slice(2);
process.once('disconnect', () => process.exit());
process.chdir(folder);
const tests = await openWarmTests(folder);
const untouched = describeFiles();
process.on('message', async (question: Question) => process.send?.(await answer(question)));
process.send?.('ready');

async function answer({ checks, defect }: Question): Promise<Answer> {
  if (!defect) return { verdicts: await runChecks(checks, { folder, tests }), isClean: true };
  const remove = plantDefect(defect, folder);
  tests.forget(defect.file);
  const verdicts = await runChecks(checks, { folder, tests, changed: defect.file });
  remove();
  tests.forget(defect.file);
  if (describeFiles() !== untouched) restoreBuild();
  return { verdicts, isClean: describeFiles() === untouched };
}

function restoreBuild(): void {
  rmSync(join(folder, 'dist'), { recursive: true });
  cpSync(join(clean, 'dist'), join(folder, 'dist'), { recursive: true, preserveTimestamps: true });
}

/** Path, size and time of every file. Links are not followed, so the packages are left out. */
function describeFiles(): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      const { size, mtimeMs } = statSync(path);
      return `${path} ${size} ${Math.floor(mtimeMs)}`;
    })
    .sort()
    .join('\n');
}
