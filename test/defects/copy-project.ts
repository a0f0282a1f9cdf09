import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { TEMP_ROOT } from '../support/temp-root.ts';

const copies = new Set<string>();

/** Not copied, from the root. */
const LEFT_OUT = new Set(['.git', 'node_modules', 'runs']);

/** Copies the project at `root`, as it is built, into a new folder, with the same packages. Gives the folder. */
export function copyProject(root: string): string {
  const copy = makeFolder();
  cpSync(root, copy, {
    recursive: true,
    preserveTimestamps: true,
    filter: (path) => !LEFT_OUT.has(relative(root, path)),
  });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'dir');
  return copy;
}

/** Copies a copy. */
export function copyAgain(copy: string): string {
  const again = makeFolder();
  cpSync(copy, again, { recursive: true, preserveTimestamps: true });
  return again;
}

function makeFolder(): string {
  const folder = mkdtempSync(join(TEMP_ROOT, 'pricesheet-defect-'));
  copies.add(folder);
  return folder;
}

export function removeCopy(copy: string): void {
  copies.delete(copy);
  rmSync(copy, { recursive: true, force: true });
}

/** Leaves a copy there to look at. */
export function keepCopy(copy: string): void {
  copies.delete(copy);
}

/** Removes all copies that were not kept. */
export function removeCopies(): void {
  for (const copy of copies) removeCopy(copy);
}
