import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { LATEST } from '../../run/ledger/past-runs.ts';
import { type CommandSpec, type Flag, flagsOf } from '../context/command-spec.ts';

/** A word, and what it means. */
type Proposal = readonly [word: string, about?: string];
/** What can be typed: one of these words, the name of a file, or a run. */
type Place = readonly Proposal[] | 'files' | 'runs';
type Command = Omit<CommandSpec, 'run'>;

interface Known {
  readonly commands: readonly Command[];
  readonly cwd: string;
}

/**
 * What a shell can propose for the last of the words behind the program's name.
 *
 * Shape: a line that says what the proposals are (`words`, `runs`, or `files`, which the shell finds itself), then a line for each
 * proposal: the whole word, and behind a tab what it means.
 */
export function complete(typed: readonly string[], known: Known): string {
  const words = joinBroken(typed)
    .map((word) => word.replace(/\\(.)/g, '$1'))
    .flatMap(splitFlag);
  const current = words.pop() ?? '';
  const found = find(words, current, known);
  const runs = found === 'runs' ? startingWith(current, listRuns(known.cwd)) : [];
  const kind = typeof found !== 'string' ? 'words' : runs.length > 0 ? 'runs' : 'files';
  const proposals = typeof found === 'string' ? runs : startingWith(current, listFrom(found, current));
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

function startingWith(current: string, proposals: readonly Proposal[]): readonly Proposal[] {
  return proposals.filter(([word]) => word.startsWith(current));
}

/** Behind a comma a list goes on. */
function listFrom(proposals: readonly Proposal[], current: string): readonly Proposal[] {
  const head = current.slice(0, current.lastIndexOf(',') + 1);
  return proposals.map(([word, ...about]) => [head + word, ...about]);
}

function listRuns(cwd: string): readonly Proposal[] {
  try {
    const runs = readdirSync(resolve(cwd, 'runs'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => `runs/${name}`);
    return toProposals(runs.length > 0 ? [LATEST, ...runs] : []);
  } catch {
    return [];
  }
}

function toProposals(words: readonly string[]): readonly Proposal[] {
  return words.map((word) => [word]);
}

function find(before: readonly string[], current: string, { commands }: Known): Place {
  const names = commands.map(({ name, about }): Proposal => [name, about]);
  const at = before.findIndex((word) => !isFlag(word));
  const rest = before.slice(at + 1);
  if (at === -1) return [...names, ...OF_THE_PROGRAM];
  if (before[at] === 'help') return rest.length > 0 ? [] : names;
  const spec = commands.find(({ name }) => name === before[at]);
  return spec ? findInCommand(spec, rest, current) : [];
}

const OF_THE_PROGRAM: readonly Proposal[] = [
  ['help', 'show the help of a command'],
  ['--help', 'show the help for every day'],
  ['--help-all', 'show every flag and setting'],
  ['--version', 'show the version'],
];

function isFlag(word: string): boolean {
  return /^-./s.test(word);
}

function findInCommand(spec: Command, before: readonly string[], current: string): Place {
  const flags = flagsOf(spec);
  let value: Place | undefined;
  const given: string[] = [];
  for (const word of before) {
    if (value) value = undefined;
    else if (isFlag(word)) value = valueFor(flags.get(word));
    else given.push(word);
  }
  if (value) return value;
  if (current.startsWith('-')) return [...flags].map(([flag, { about }]) => [flag, about]);
  return toArgument(spec, given);
}

/** The argument that follows the given words. */
function toArgument({ args = [], actions }: Command, given: readonly string[]): Place {
  if (actions && given.length === 0) return actions.map(({ name, about }) => [name, about]);
  const action = actions?.find(({ name }) => name === given[0]);
  const name = action ? action.words[given.length - 1] : args[given.length]?.[0];
  if (name === 'RUN') return 'runs';
  if (name === 'SHEET' || name?.includes('FOLDER') || (actions && !action)) return 'files';
  return toProposals(name?.split('|').filter((word) => /^[a-z]+$/.test(word)) ?? []);
}

/** What can follow a flag: of `N|auto` only `auto` can be proposed, since words in capitals are placeholders. Nothing follows a switch. */
function valueFor(flag: Flag | undefined): Place | undefined {
  if (flag?.argument === undefined) return undefined;
  if (/^(?:FILE|DIR)$/.test(flag.argument)) return 'files';
  return toProposals(
    flag.parse.words ?? flag.argument.split('|').filter((word) => /^[a-z][a-z-]*$/.test(word)),
  );
}
