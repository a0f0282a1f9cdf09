import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = resolve(import.meta.dirname, '../src');

/** Who may import from whom, by folder; every folder may import from itself, within the order of its rooms. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  package: [],
  sheet: ['domain'],
  service: ['domain'],
  resolve: ['domain'],
  plan: ['domain'],
  execute: ['domain'],
  report: ['domain'],
  page: ['domain', 'report'],
  sandbox: [],
  run: ['domain', 'package', 'sheet', 'service', 'resolve', 'plan', 'execute', 'report', 'sandbox'],
  settings: ['domain', 'sheet', 'service', 'resolve', 'plan', 'report', 'run'],
  api: ['domain', 'package', 'sheet', 'service', 'report', 'run', 'settings'],
  cli: 'domain package sheet service resolve plan execute report run settings api'.split(' '),
  '.': ['api', 'cli', 'domain', 'report', 'sandbox'],
};

interface Rooms {
  /** The lowest first. A room imports from lower floors, and never from its neighbours. */
  readonly floors: readonly (readonly string[])[];
  /** The only files outside of the rooms; they may import from every room. */
  readonly corridor: readonly string[];
}

const ROOMS: Readonly<Record<string, Rooms>> = {
  run: {
    floors: [
      ['disk'],
      ['folder', 'serve'],
      ['sheet', 'ledger'],
      ['job'],
      ['lookup', 'lock', 'explain', 'page', 'approval'],
      ['steps'],
    ],
    corridor: ['apply.ts', 'check.ts', 'export.ts', 'sync.ts', 'undo.ts'],
  },
  report: {
    floors: [['text'], ['tally'], ['files'], ['view'], ['screen', 'notify'], ['page'], ['nights']],
    corridor: [],
  },
  api: { floors: [['caller'], ['stories'], ['program']], corridor: [] },
  cli: {
    floors: [['terminal'], ['context'], ['completion', 'help'], ['commands']],
    corridor: ['main.ts', 'process-stdio.ts'],
  },
};

/** Packages that only some folders may know. */
const PACKAGE_HOMES: Readonly<Record<string, readonly string[]>> = {
  undici: ['service'],
  'csv-parse': ['sheet'],
  'csv-stringify': ['report'],
  'p-limit': ['service'],
  pino: ['run'],
};

/** Folders that turn values into values: no file, network, process or clock. */
const PURE = ['domain', 'plan', 'resolve', 'report'];

interface SourceFile {
  readonly path: string;
  readonly folder: string;
  /** `''` outside of the rooms. */
  readonly room: string;
  readonly text: string;
  readonly imports: readonly string[];
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => readSource(join(SRC, path)));

function readSource(path: string): SourceFile {
  const text = readFileSync(path, 'utf8');
  const found = text.matchAll(/(?:^|\n)\s*(?:import|export)\b[^;]*?from\s*'([^']+)'|\bimport\('([^']+)'\)/g);
  return {
    path,
    folder: folderOf(path),
    room: roomOf(path),
    text,
    imports: [...found].map(([, fixed, lazy]) => fixed ?? lazy ?? ''),
  };
}

function folderOf(path: string): string {
  const [first = '.', ...rest] = relative(SRC, path).split(sep);
  return rest.length === 0 ? '.' : first;
}

function roomOf(path: string): string {
  const [, room = '', ...rest] = relative(SRC, path).split(sep);
  return rest.length === 0 ? '' : room;
}

function floorOf(room: string, { floors }: Rooms): number {
  return room === '' ? floors.length : floors.findIndex((rooms) => rooms.includes(room));
}

function localImports({ path, imports }: SourceFile): readonly string[] {
  return imports.filter((name) => name.startsWith('.')).map((name) => resolve(dirname(path), name));
}

function packageOf(name: string): string {
  return name.startsWith('@') ? name.split('/').slice(0, 2).join('/') : (name.split('/')[0] ?? name);
}

describe('the house', () => {
  it('has only folders that the rules know', () => {
    expect(files.length).toBeGreaterThan(50);
    expect([...new Set(files.map(({ folder }) => folder))].sort()).toEqual(Object.keys(MAY_IMPORT).sort());
  });

  it.each(files.map((file) => [relative(SRC, file.path), file] as const))(
    '%s imports downwards only',
    (_, file) => {
      const allowed = [file.folder, ...(MAY_IMPORT[file.folder] ?? [])];
      const strangers = localImports(file).filter((path) => !allowed.includes(folderOf(path)));
      expect(strangers.map((path) => relative(SRC, path))).toEqual([]);
    },
  );

  it.each(Object.entries(ROOMS))('%s has only rooms that the rules know', (folder, { floors }) => {
    const rooms = files.filter((file) => file.folder === folder && file.room !== '').map(({ room }) => room);
    expect([...new Set(rooms)].sort()).toEqual([...floors.flat()].sort());
  });

  it.each(Object.entries(ROOMS))('%s has no file outside of its rooms but these', (folder, { corridor }) => {
    const outside = files.filter((file) => file.folder === folder && file.room === '');
    expect(outside.map(({ path }) => basename(path)).sort()).toEqual([...corridor].sort());
  });

  it.each(Object.entries(ROOMS))('%s imports from lower floors only', (folder, rooms) => {
    const upwards = files
      .filter((file) => file.folder === folder)
      .flatMap((file) =>
        localImports(file)
          .filter((path) => folderOf(path) === folder && roomOf(path) !== file.room)
          .filter((path) => floorOf(roomOf(path), rooms) >= floorOf(file.room, rooms))
          .map((path) => `${relative(SRC, file.path)} → ${relative(SRC, path)}`),
      );
    expect(upwards).toEqual([]);
  });

  it.each(Object.entries(PACKAGE_HOMES))('%s is known in %j only', (name, homes) => {
    const users = files.filter(({ imports }) => imports.some((imported) => packageOf(imported) === name));
    expect(users.length).toBeGreaterThan(0);
    expect(
      [...new Set(users.map(({ folder }) => folder))].filter((folder) => !homes.includes(folder)),
    ).toEqual([]);
  });

  it('has no circles', () => {
    const graph = new Map(files.map((file) => [file.path, localImports(file)]));
    expect(findCircle(graph)?.map((path) => relative(SRC, path))).toBeUndefined();
  });

  it('passes a whole run to the steps of a run only', () => {
    const importsRun = /import type \{[^}]*\bRun\b[^}]*\} from '[^']*\/run\.ts'/;
    const knowing = files.filter(({ text }) => importsRun.test(text));
    expect([...new Set(knowing.map(({ folder, room }) => join(folder, room)))]).toEqual([
      join('run', 'steps'),
    ]);
  });

  it('reaches files through the disk that a run was given, but for the config file, the sandbox and the facts of this machine', () => {
    const direct = files.filter(({ folder, imports }) => folder === 'run' && imports.includes('node:fs'));
    expect(direct.map(({ path }) => relative(join(SRC, 'run'), path)).sort()).toEqual([
      join('disk', 'system-trust.ts'),
      join('lock', 'system-probes.ts'),
      join('page', 'report-page.ts'),
      join('serve', 'serve-sandbox.ts'),
      join('sheet', 'save-mapping.ts'),
    ]);
  });

  it('quotes commands for the shell that they are copied into, but for rights of Unix and examples in help', () => {
    const fixed = files.filter(({ text }) => /'posix'/.test(withoutComments(text)));
    expect(fixed.map(({ path }) => relative(SRC, path)).sort()).toEqual([
      join('api', 'caller', 'machine.ts'),
      join('cli', 'help', 'render-help.ts'),
      join('domain', 'find-other-owner.ts'),
      join('domain', 'quote-word.ts'),
      join('sheet', 'header', 'column-map.ts'),
    ]);
  });

  it.each(PURE)('%s touches no file, network, process, clock or chance', (folder) => {
    const impure = files
      .filter((file) => file.folder === folder)
      .filter(
        ({ imports, text }) =>
          imports.some((name) =>
            /^(node:(fs|net|http|https|child_process|process|timers).*|undici)$/.test(name),
          ) ||
          /\bDate\.now\b|\bMath\.random\b|\bnew Date\(\)|\bprocess\.|\bfetch\(|\bsetTimeout\(/.test(
            withoutComments(text),
          ),
      );
    expect(impure.map(({ path }) => relative(SRC, path))).toEqual([]);
  });
});

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
}

function findCircle(graph: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const done = new Set<string>();
  function visit(node: string, trail: readonly string[]): readonly string[] | undefined {
    if (trail.includes(node)) return [...trail.slice(trail.indexOf(node)), node];
    if (done.has(node)) return undefined;
    for (const next of graph.get(node) ?? []) {
      const circle = visit(next, [...trail, node]);
      if (circle) return circle;
    }
    done.add(node);
    return undefined;
  }
  for (const node of graph.keys()) {
    const circle = visit(node, []);
    if (circle) return circle;
  }
  return undefined;
}
