import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXIT } from '../src/domain/exit-codes.ts';
import { STATUSES } from '../src/domain/status.ts';
import { ROW_RULES, RUN_RULES } from '../src/plan/guard-rules.ts';
import { type Setting, variableOf } from '../src/settings/setting.ts';
import { SETTINGS } from '../src/settings/settings.ts';
import { COLUMN_NAMES } from '../src/sheet/header/column.ts';
import { runMain } from './cli/support.ts';
import {
  allPages,
  anchorsOf,
  blocksOf,
  codeOf,
  isPage,
  linksOf,
  type Page,
  ROOT,
  readPage,
  sectionOf,
  targetOf,
  userPages,
} from './support/pages.ts';

const ALL = allPages().map((page) => [page.path, page] as const);
const FOR_USERS = userPages().map((page) => [page.path, page] as const);
const README = readPage('README.md');

const SOURCES = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => readFileSync(join(ROOT, 'src', path), 'utf8'))
  .join('\n');

/** Codes of the system and of Node.js that a page may name, beside those of `EXIT`. */
const OTHER_CODES = ['9', '129', '130', '143'];

/** Of the program itself, and flags of docker, systemctl, setpriv, parallel and Slurm. */
const FOREIGN_FLAGS = '--version --user --now --stop-timeout --pdeathsig --tag --termseq --signal'.split(' ');

/** Of GitLab CI. */
const FOREIGN_WORDS = ['exit_codes'];

/** Of the settings. */
const VARIABLES = new Set(Object.values<Setting<unknown>>(SETTINGS).map(variableOf));

describe('the pages', () => {
  it('are those of the root and of docs', () => {
    expect(ALL.map(([path]) => path)).toEqual(
      expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'docs/runs.md', 'docs/decisions/0006-undo.md']),
    );
    expect(FOR_USERS.length).toBeGreaterThanOrEqual(10);
  });

  it.each(ALL)('%s links to files and headings that exist', (_, page) => {
    const broken = linksOf(page).filter((link) => {
      const { file, anchor } = targetOf(page, link);
      if (!existsSync(join(ROOT, file))) return true;
      return anchor !== '' && !(isPage(file) && anchorsOf(readPage(file)).includes(anchor));
    });
    expect(broken).toEqual([]);
  });

  it('are all linked from the README, or from a page that it links to', () => {
    const seen = new Set<string>();
    const open = ['README.md'];
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      const page = readPage(path);
      open.push(
        ...linksOf(page)
          .map((link) => targetOf(page, link).file)
          .filter(isPage),
      );
    }
    const unseen = userPages().filter(({ path }) => !seen.has(path));
    expect(unseen.map(({ path }) => path)).toEqual([]);
  });

  it.each(ALL)('%s names npm scripts that exist', (_, { text }) => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const named = [...text.matchAll(/\bnpm run (?:--silent )?([\w:]+)/g)].map(([, name]) => name);
    expect(named.filter((name) => name === undefined || scripts[name] === undefined)).toEqual([]);
  });

  it.each(ALL)('%s names files of the project that exist', (_, page) => {
    const named = codeOf(page).filter((code) => /^(?:src|test|docs|fixtures)\/[\w./-]+$/.test(code));
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

describe('ARCHITECTURE.md', () => {
  const { text } = readPage('ARCHITECTURE.md');
  const folders = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );

  it.each(folders.map(({ name }) => name))('says what src/%s is for', (name) => {
    expect(text).toContain(`| \`src/${name}/\` |`);
  });

  it.each(['run', 'report', 'api', 'cli'])('says what each room of src/%s is for', (folder) => {
    const rooms = readdirSync(join(ROOT, 'src', folder), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    const missing = rooms.filter(({ name }) => !text.includes(`| \`src/${folder}/${name}/\` |`));
    expect(missing.map(({ name }) => name)).toEqual([]);
  });
});

describe('the pages for users', () => {
  /** The help of each command, by its name; made by the first test that asks. */
  let helps: Promise<ReadonlyMap<string, string>> | undefined;

  function helpOfCommands(): Promise<ReadonlyMap<string, string>> {
    helps ??= readHelps();
    return helps;
  }

  async function readHelps(): Promise<ReadonlyMap<string, string>> {
    const { stdout } = await runMain(['--help']);
    const [, list = ''] = stdout.split('Commands:\n');
    const names = [...list.matchAll(/^ {2}([a-z]+) .*$/gm)].map(([, name = '']) => name);
    const pages = await Promise.all(names.map((name) => runMain([name, '--help-all'])));
    return new Map(names.map((name, index) => [name, pages[index]?.stdout ?? '']));
  }

  function hasFlag(help: string, flag: string): boolean {
    return new RegExp(`^ +(?:-\\w, )?${flag}(?: |$)`, 'm').test(help);
  }

  /** The command lines of the program in a page's blocks and prose: command, and flags. */
  function commandsOf(page: Page): readonly (readonly [command: string, flags: readonly string[]])[] {
    const blocks = ['sh', 'cron', 'ini', 'yaml', 'powershell'].flatMap((language) =>
      blocksOf(page, language),
    );
    return [...blocks, ...codeOf(page)]
      .map((text) => text.replaceAll(/\\\n|\n\s+(?=--)/g, ' '))
      .flatMap((text) => [...text.matchAll(/(?<!command -v )\bpricesheet ([a-z]+)\b([^\n|;`#]*)/g)])
      .map(([, command = '', rest = '']) => [command, [...rest.matchAll(/--[\w-]+/g)].map(String)] as const);
  }

  it.each(FOR_USERS)('%s shows commands and flags that exist', async (_, page) => {
    const helps = await helpOfCommands();
    for (const [command, flags] of commandsOf(page)) {
      const help = helps.get(command);
      expect(help, command).toBeDefined();
      for (const flag of flags) expect(hasFlag(help ?? '', flag), `${command} ${flag}`).toBe(true);
    }
  });

  it.each(FOR_USERS)('%s names flags that some command has', async (_, page) => {
    const every = [...(await helpOfCommands()).values()].join('\n');
    const named = codeOf(page).flatMap((code) => [...code.matchAll(/(?<![\w-])--[a-z][\w-]*/g)].map(String));
    const unknown = named.filter((flag) => !hasFlag(every, flag) && !FOREIGN_FLAGS.includes(flag));
    expect(unknown).toEqual([]);
  });

  it.each(FOR_USERS)('%s names exit codes that exist', (_, { text }) => {
    const codes = [...Object.values(EXIT).map(String), ...OTHER_CODES];
    const named = [...text.matchAll(/\bexit codes? (?:is |becomes |at )?(\d+)/gi)].map(
      ([, code = '']) => code,
    );
    expect(named.filter((code) => !codes.includes(code))).toEqual([]);
  });

  it.each(FOR_USERS)('%s names reasons, rules, fields and variables that the program has', (_, page) => {
    const words = codeOf(page).flatMap((code) =>
      [...code.matchAll(/(?<![\w.$/-])(?:[a-z]+(?:_[a-z0-9]+)+|PRICESHEET_\w+)(?![\w/-])/g)].map(String),
    );
    const known = (word: string) =>
      FOREIGN_WORDS.includes(word) || VARIABLES.has(word) || new RegExp(`\\b${word}\\b`).test(SOURCES);
    const unknown = words.filter((word) => !known(word));
    expect(unknown).toEqual([]);
  });

  it.each(FOR_USERS)('%s has crontabs and units without a bare percent sign', (_, page) => {
    for (const crontab of blocksOf(page, 'cron')) expect(crontab.replaceAll('\\%', '')).not.toContain('%');
    for (const unit of blocksOf(page, 'ini')) expect(unit.replaceAll('%%', '')).not.toMatch(/%[^idS]/);
  });
});

describe('the README', () => {
  it('is short', () => {
    expect(README.text.split('\n').length).toBeLessThanOrEqual(220);
  });

  it('explains every status, and no other', () => {
    const rows = [...sectionOf(README, '## Statuses').matchAll(/^\| `(\w+)` \|/gm)].map(
      ([, status]) => status,
    );
    expect([...rows].sort()).toEqual([...STATUSES].sort());
  });

  it('explains every exit code, and no other', () => {
    const rows = [...sectionOf(README, '## Exit codes').matchAll(/^\| (\d+) \|/gm)];
    expect(rows.map(([, code]) => Number(code))).toEqual(Object.values(EXIT));
  });

  it('explains every column of a sheet', () => {
    const columns = sectionOf(README, '## The sheet');
    for (const name of COLUMN_NAMES) expect(columns).toContain(`\`${name}\``);
  });

  it('has a crontab with a percent sign', () => {
    expect(blocksOf(README, 'cron').join('')).toContain('\\%');
  });
});

describe('docs/guards.md', () => {
  it('has every rule, with its default', () => {
    const text = readPage('docs/guards.md').text.replace(/\s+/g, ' ');
    for (const rule of [...ROW_RULES, ...RUN_RULES]) expect(text).toContain(`\`${rule}\``);
    for (const figure of ['more than 50 %', 'more than 10 % of the rows are invalid', 'from 10 rows up'])
      expect(text).toContain(figure);
  });
});
