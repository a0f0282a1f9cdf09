/** Text that was understood, or why it wasn't: the rest of a sentence that begins with the text. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly why: string };

/** Text in, a value or a reason out. */
export interface Parse<T> {
  (text: string): Parsed<T>;
  /** The words that it takes, where they can be counted. */
  readonly words?: readonly string[];
  /** It takes several of them, with commas between; as a flag it may then be given several times, which is the same. */
  readonly many?: boolean;
  /** What a config file may hold for it, as JSON Schemas, where that is not one of the words. */
  readonly json?: readonly JsonSchema[];
}

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Setting<T> {
  /** Its name in the config file. */
  readonly key: string;
  /** With the dashes. What belongs to an installation and not to one run has none. */
  readonly flag?: string;
  /** How help shows its value; a setting without one is a switch. */
  readonly argument?: string;
  /** The first clause is what the short help says. */
  readonly about: string;
  readonly parse: Parse<T>;
  readonly fallback?: T;
  /** How help shows the default. */
  readonly fallbackText?: string;
  /** An example of its value; nothing works without one. */
  readonly required?: string;
  /** What the same flag with `no-` in front of it does; without one there is no such flag. */
  readonly negative?: string;
  /** The weakest source that can give it, where that is not the config file. */
  readonly from?: 'flag' | 'environment';
  /** It applies to one run only, and not to the commands that follow from it. */
  readonly once?: true;
  /** It says how one file is written, or which part of it is meant, and nothing of the files that a run writes itself. */
  readonly layout?: true;
  /** All of it that anybody is to see, for what is a secret; it goes along into no other command either. */
  readonly show?: (text: string) => string;
  /** A flag replaces single entries of what the job's section says, and not all of it: what both say together. */
  byEntry?(below: T, given: T): T;
}

export type SettingTable = Readonly<Record<string, Setting<unknown>>>;

type ValueOf<S> = S extends Setting<infer T> ? T : never;

/** The values of a table of settings: those with a default or that are required are always there. */
export type ValuesOf<T extends SettingTable> = {
  readonly [K in keyof T]: T[K] extends { readonly fallback: unknown } | { readonly required: string }
    ? ValueOf<T[K]>
    : ValueOf<T[K]> | undefined;
};

type Usage<T> = Pick<Setting<T>, 'key' | 'flag' | 'argument'>;
type Details<T> = Omit<Setting<T>, keyof Usage<T>>;
/**
 * A setting by how it is written: `--rate <N|auto>`, `--dry-run`, or, without a flag, `timeout <SECONDS>`. Keeps the exact shape of the
 * rest, so that its value's type and whether it has a default are known.
 */
export function define<T, const D extends Details<T>>(usage: string, details: D & Details<T>): D & Usage<T> {
  const [, dashes, key = '', argument] = /^(--)?([^ ]+)(?: <(.+)>)?$/.exec(usage) ?? [];
  return {
    key,
    ...(dashes && { flag: `--${key}` }),
    ...(argument !== undefined && { argument }),
    ...details,
  };
}

/** Likewise, of a setting that is a text. */
export function defineText<const D extends Omit<Details<string>, 'parse'>>(
  usage: string,
  details: D,
): D & Usage<string> & { readonly parse: typeof text } {
  return define(usage, { ...details, parse: text });
}

/** Settings that are given by a flag only. */
export function byFlag<T extends SettingTable>(table: T): T {
  const entries = Object.entries(table).map(([name, setting]) => [name, { ...setting, from: 'flag' }]);
  return Object.fromEntries(entries) as T;
}

/** The environment variable that gives a setting too, if one does: `PRICESHEET_MAX_CHANGE`. */
export function variableOf({ key, from }: Pick<Setting<unknown>, 'key' | 'from'>): string | undefined {
  return from === 'flag' ? undefined : `PRICESHEET_${key.replaceAll('-', '_').toUpperCase()}`;
}

/** The variables that hold a secret, or name the file that holds one; no setting has the key. */
export const KEY = 'PRICESHEET_API_KEY';
export const KEY_FILE = 'PRICESHEET_API_KEY_FILE';
export const WEBHOOK = 'PRICESHEET_WEBHOOK';

/** How the default of a setting is shown, if it has one. */
export function describeFallback({ fallback, fallbackText }: Partial<Setting<unknown>>): string | null {
  return fallbackText ?? (fallback === undefined ? null : String(fallback));
}

/** What turns a switch off: `--no-follow-up`. */
export function negativeOf(flag: string): string {
  return flag.replace('--', '--no-');
}

/** A blank text is a mistake, for example of a variable in a script. */
export function text(given: string): Parsed<string> {
  return given.trim() === '' ? refused('is blank') : understood(given);
}
text.json = [{ type: 'string', pattern: '\\S' }];

export function understood<T>(value: T): Parsed<T> {
  return { ok: true, value };
}

export function refused(why: string): Parsed<never> {
  return { ok: false, why };
}
