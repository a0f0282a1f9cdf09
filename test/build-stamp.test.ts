import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from './support/temp-folder.ts';

const { inputsOf, isBuilt, writeStamp } = (await import('../scripts/build-stamp.mjs' as string)) as {
  readonly inputsOf: (root: string) => string;
  readonly isBuilt: (root: string) => boolean;
  readonly writeStamp: (root: string, inputs: string) => void;
};

const FILES = {
  'src/bin.ts': '1',
  'src/page/main.ts': '2',
  'scripts/build.mjs': '3',
  'package.json': '4',
  'tsconfig.json': '5',
  'node_modules/.package-lock.json': '6',
  'dist/bin.cjs': '7',
  'dist/chunks/start.cjs': '8',
};

/** A project whose `dist` was just built. */
function builtProject() {
  const root = tempFolder();
  const write = (path: string, text: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [path, text] of Object.entries(FILES)) write(path, text);
  writeStamp(root, inputsOf(root));
  return { root, write, at: (path: string) => join(root, path) };
}

type Project = ReturnType<typeof builtProject>;

describe('isBuilt', () => {
  it('holds after a build, whatever the times of the files are', () => {
    const { root, at } = builtProject();
    expect(isBuilt(root)).toBe(true);
    for (const path of Object.keys(FILES)) utimesSync(at(path), 1, 1);
    expect(isBuilt(root)).toBe(true);
  });

  it.each<readonly [string, (project: Project) => void]>([
    ...Object.keys(FILES).flatMap((path): [string, (project: Project) => void][] => [
      [`${path} has changed`, ({ write }) => write(path, 'x')],
      [`${path} is gone`, ({ at }) => rmSync(at(path))],
    ]),
    ['a source was added', ({ write }) => write('src/domain/new.ts', '')],
    ['a source was renamed', ({ at }) => renameSync(at('src/bin.ts'), at('src/bon.ts'))],
    ['something was added to dist', ({ write }) => write('dist/old.js', '')],
    ['the build did not end', ({ at }) => rmSync(at('dist/.stamp'))],
  ])('does not hold where %s', (_name, change) => {
    const project = builtProject();
    change(project);
    expect(isBuilt(project.root)).toBe(false);
  });

  it('does not hold where a source changed during the build', () => {
    const { root, write } = builtProject();
    const inputs = inputsOf(root);
    write('src/bin.ts', 'x');
    writeStamp(root, inputs);
    expect(isBuilt(root)).toBe(false);
  });
});
