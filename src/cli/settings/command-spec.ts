import type { Context } from './context.ts';
import type { SettingTable } from './setting.ts';

/** A table of settings under the title that help gives it. */
export type SettingGroup = readonly [title: string, table: SettingTable];

/** A command, as it is told of and run. */
export interface CommandSpec {
  readonly name: string;
  readonly about: string;
  /** How the argument is called, with `...` where there may be several, and what it is. */
  readonly argument?: readonly [name: string, about: string];
  /** Another one behind it. */
  readonly second?: readonly [name: string, about: string];
  /** The arguments of a command line as people write it, to be shown where one of them is missing. */
  readonly example?: readonly string[];
  readonly settings: readonly SettingGroup[];
  /** Switches of this command alone: flags and what they mean. */
  readonly switches?: readonly (readonly [flags: string, about: string])[];
  /** It tells itself what is odd about where settings come from. */
  readonly tellsNotices?: true;
  /** Loaded only when the command is run, so that `--help` needs nothing of it. */
  readonly run: (context: Context, argument: string, ...more: readonly string[]) => Promise<number>;
}

/** Flags of every command. */
export const COMMON_OPTIONS = [
  ['--json', 'print one JSON document and nothing else'],
  ['--quiet', 'say nothing where all went well'],
  ['--verbose', 'log every request: in the run folder, or on standard error where there is none'],
  ['--config <file>', 'the config file (default: pricesheet.json)'],
  ['--dotenv <file>', 'a file of environment variables (default: .env)'],
  ['--env-file <file>', 'the same, by a name that Node.js takes for itself too; rather use --dotenv'],
] as const;
