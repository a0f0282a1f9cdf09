import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { LATEST } from '../../run/ledger/past-runs.ts';
import { type Completable, type Described, flagsOf, type Proposal } from './completable.ts';

interface Known {
  readonly commands: readonly Described[];
  /** The words that an argument takes, by the argument's name. */
  readonly words: Readonly<Record<string, readonly string[]>>;
  readonly cwd: string;
}

/**
 * What a shell can propose for the last of the words behind the program's name.
 *
 * Shape: a line that says what the proposals are (`words`; `list`, words that a comma may follow; `runs`; or, for the shell to find
 * itself, `files` and `folders`), then a line for each proposal: the whole word, and behind a tab what it means.
 */
export function complete(typed: readonly string[], known: Known): string {
  const words = joinBroken(typed)
    .map((word) => word.replace(/\\(.)/g, '$1'))
    .flatMap(splitFlag);
  const current = words.pop() ?? '';
  const { kind, proposals } = list(find(words, current, known), current, known.cwd);
  return `${[kind, ...proposals.map((each) => each.join('\t'))].join('\n')}\n`;
}

/** bash makes words of `=` and `:`. */
function joinBroken(typed: readonly string[]): readonly string[] {
  const isBreak = (word: string | undefined) => word === '=' || word === ':';
  const words: string[] = [];
  for (const [at, word] of typed.entries())
    words.push(at > 0 && (isBreak(word) || isBreak(typed[at - 1])) ? words.pop() + word : word);
  return words;
}

function splitFlag(word: string): readonly string[] {
  const [, flag, value] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? [];
  return flag === undefined || value === undefined ? [word] : [flag, value];
}

function find(before: readonly string[], current: string, { commands, words }: Known): Completable {
  const names: readonly Proposal[] = [...commands, HELP].map(({ name, about }) => [name, about]);
  const at = before.findIndex((word) => !isFlag(word));
  if (at === -1) return { kind: 'words', words: [...names, ...PROGRAM_FLAGS] };
  if (before[at] === HELP.name) {
    const topics: readonly Proposal[] = (words['topic'] ?? []).map((topic) => [topic]);
    return { kind: 'words', words: at === before.length - 1 ? [...names.slice(0, -1), ...topics] : [] };
  }
  const spec = commands.find(({ name }) => name === before[at]);
  return spec ? findInCommand(spec, before.slice(at + 1), { current, words }) : { kind: 'text' };
}

const HELP = { name: 'help', about: 'show the help of a command or a topic' };
const PROGRAM_FLAGS: readonly Proposal[] = [
  ['--help', 'show this help'],
  ['--version', 'show the version'],
];

function isFlag(word: string): boolean {
  return /^-./s.test(word);
}

function findInCommand(
  spec: Described,
  before: readonly string[],
  { current, words }: Pick<Known, 'words'> & { readonly current: string },
): Completable {
  const flags = flagsOf(spec);
  let value: Completable | undefined;
  const argumentsBefore: string[] = [];
  for (const word of before) {
    if (value) value = undefined;
    else if (isFlag(word)) value = flags.find(({ flag }) => flag === word)?.value;
    else argumentsBefore.push(word);
  }
  if (value) return value;
  if (current.startsWith('-')) return { kind: 'words', words: flags.map(({ flag, about }) => [flag, about]) };
  // What follows are the folders of accounts, and no action.
  if (spec.actions && before.includes('--all')) return { kind: 'folders' };
  return toArgument(spec, argumentsBefore, words);
}

function toArgument(
  { argument, second, actions }: Described,
  before: readonly string[],
  words: Known['words'],
): Completable {
  if (actions) return toActionWord(actions, before);
  const at = before.length;
  const repeats = argument?.[0].endsWith('...');
  const [name = ''] = (repeats || at === 0 ? argument : at === 1 ? second : undefined) ?? [];
  const known = words[name];
  if (known) return { kind: 'words', words: known.map((word) => [word]) };
  if (name === 'sheet') return { kind: 'files' };
  if (name === 'run') return { kind: 'run' };
  return { kind: name.startsWith('run') ? 'runs' : 'text' };
}

/** An action, or what follows it: `RUN` is for a run. */
function toActionWord(
  actions: NonNullable<Described['actions']>,
  [given, ...more]: readonly string[],
): Completable {
  if (given === undefined)
    return { kind: 'words', words: actions.map(({ name, about }) => [name, about] as const) };
  const word = actions.find(({ name }) => name === given)?.words[more.length] ?? '';
  if (word.startsWith('RUN')) return { kind: 'run' };
  return { kind: word.startsWith('FOLDER') ? 'folders' : 'text' };
}

interface Listed {
  readonly kind: string;
  readonly proposals: readonly Proposal[];
}

function list(found: Completable, current: string, cwd: string): Listed {
  switch (found.kind) {
    case 'words':
      return { kind: 'words', proposals: found.words.filter(([word]) => word.startsWith(current)) };
    case 'list': {
      const head = current.slice(0, current.lastIndexOf(',') + 1);
      const whole = found.words.map(([word]) => [head + word] as const);
      return { kind: 'list', proposals: whole.filter(([word]) => word.startsWith(current)) };
    }
    case 'runs':
    case 'run': {
      const all = listRuns(cwd);
      const latest = found.kind === 'run' && all.length > 0 ? [LATEST] : [];
      const runs = [...latest, ...all].filter((run) => run.startsWith(current));
      return { kind: runs.length > 0 ? 'runs' : 'folders', proposals: runs.map((run) => [run]) };
    }
    case 'text':
      return { kind: 'words', proposals: [] };
    default:
      return { kind: found.kind, proposals: [] };
  }
}

function listRuns(cwd: string): readonly string[] {
  try {
    return readdirSync(resolve(cwd, 'runs'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => `runs/${name}`);
  } catch {
    return [];
  }
}
