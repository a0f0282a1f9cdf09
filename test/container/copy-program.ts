import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A program in another root folder, with the libraries that it needs, if any. `to`: its path there. */
export function copyProgram(
  program: string,
  { root, to }: { readonly root: string; readonly to: string },
): void {
  const libraries = spawnSync('ldd', [program], { encoding: 'utf8' }).stdout.match(/\/\S+\.so\S*/g) ?? [];
  for (const [from, at] of [...libraries.map((path) => [path, path]), [program, to]] as const) {
    mkdirSync(dirname(join(root, at)), { recursive: true });
    cpSync(from, join(root, at), { dereference: true });
  }
}
