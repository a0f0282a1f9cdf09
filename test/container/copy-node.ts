import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Node.js in another root folder, with the libraries that it needs. `to`: its path there. */
export function copyNode(node: string, { root, to }: { readonly root: string; readonly to: string }): void {
  const libraries = execFileSync('ldd', [node], { encoding: 'utf8' }).match(/\/\S+\.so\S*/g) ?? [];
  for (const [from, at] of [...libraries.map((path) => [path, path]), [node, to]] as const) {
    mkdirSync(dirname(join(root, at)), { recursive: true });
    cpSync(from, join(root, at), { dereference: true });
  }
}
