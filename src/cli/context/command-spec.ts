import type { Options } from '../../settings/read-sources.ts';
import type { SettingTable } from '../../settings/setting.ts';
import type { Context } from './context.ts';

/** A table of settings under the title that help gives it. */
export type SettingGroup = readonly [title: string, table: SettingTable];

/** What it is for, and the words behind the command's name, none of which holds a blank. */
export type Example = readonly [about: string, words?: string];

/** A command: what help says of it, and how it runs. */
export interface CommandSpec {
  readonly name: string;
  readonly about: string;
  /** The name of the argument, with `...` where several may follow, and what it is. */
  readonly argument?: readonly [name: string, about: string];
  /** The argument may be left out. */
  readonly isOptional?: true;
  /** What its first word may be, what has to follow each, and what it means. */
  readonly actions?: readonly {
    readonly name: string;
    readonly words: readonly string[];
    readonly about: string;
  }[];
  /** A second argument. */
  readonly second?: readonly [name: string, about: string];
  /** What help shows at its end. The first one is also shown where an argument is missing. */
  readonly examples: readonly Example[];
  readonly settings: readonly SettingGroup[];
  /** Switches of this command alone: flags and what they mean. */
  readonly switches?: readonly (readonly [flags: string, about: string])[];
  /** It reports notices about the sources of settings itself, if at all. */
  readonly reportsNotices?: true;
  /** Whether it makes the files that settings come from, so that one that was named need not be there yet. */
  readonly makesFiles?: (options: Options) => boolean;
  /** Loaded only when the command is run, so that `--help` needs nothing of it. */
  readonly run: (context: Context, argument: string, ...more: readonly string[]) => Promise<number>;
}

/** Flags of every command. */
export const COMMON_OPTIONS = [
  ['--json', 'print one JSON document and nothing else'],
  ['--quiet', 'print nothing if all went well'],
  ['--verbose', 'log every request, if there are any: in the run folder, or to standard error without one'],
  ['--config <file>', 'the config file (default: pricesheet.json)'],
  ['--dotenv <file>', 'a file of environment variables (default: .env)'],
] as const;
