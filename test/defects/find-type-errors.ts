import { copyAgain, removeCopy } from './copy-project.ts';
import type { Defect } from './defect.ts';
import { plantDefect } from './plant-defect.ts';
import { runCommand } from './run-command.ts';

const TSC = ['npx', 'tsc', '--noEmit', '--incremental', '--tsBuildInfoFile', 'types.json'] as const;

/**
 * Finds the defects that don't compile, each with the compiler's first error: such a defect would be caught by no test.
 * Defects of different files are compiled together, and one by one only where that fails.
 */
export async function findTypeErrors(
  defects: readonly Defect[],
  clean: string,
): Promise<ReadonlyMap<Defect, string>> {
  const copy = copyAgain(clean);
  const errors = new Map<Defect, string>();
  for (const layer of inLayers(defects)) {
    if ((await compileWith(layer, copy)) === undefined) continue;
    for (const defect of layer) {
      const error = await compileWith([defect], copy);
      if (error !== undefined) errors.set(defect, error);
    }
  }
  removeCopy(copy);
  return errors;
}

/** Gives the first error, if any. */
async function compileWith(defects: readonly Defect[], copy: string): Promise<string | undefined> {
  const removals = defects.map((defect) => plantDefect(defect, copy));
  const { code, output } = await runCommand(TSC, copy);
  for (const remove of removals) remove();
  return code === 0 ? undefined : (output.trim().split('\n')[0] ?? '');
}

/** Each layer has at most one defect of a file. */
function inLayers(defects: readonly Defect[]): readonly (readonly Defect[])[] {
  const layers: Defect[][] = [];
  const counts = new Map<string, number>();
  for (const defect of defects) {
    const nth = counts.get(defect.file) ?? 0;
    counts.set(defect.file, nth + 1);
    layers[nth] = [...(layers[nth] ?? []), defect];
  }
  return layers;
}
