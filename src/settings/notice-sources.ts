import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { nearestNames } from '../domain/nearest-names.ts';
import { tryTo } from '../domain/try-to.ts';
import { systemTrust } from '../run/disk/system-trust.ts';
import { redactKeys } from './read-api-key.ts';
import type { Sources } from './read-sources.ts';
import { KEY, KEY_FILE, type Setting, variableOf, WEBHOOK } from './setting.ts';
import { SETTINGS } from './settings.ts';

const PREFIX = 'PRICESHEET_';
const GROUP_READS = 0o040;
const OTHERS_READ = 0o004;

/** What is odd about where settings come from and stops nothing, a line each; with `--quiet` only what disarms a setting. */
export function noticeSources(sources: Sources, { quiet = false } = {}): readonly string[] {
  const notices = [...noticeUnknownVariables(sources, quiet), ...(quiet ? [] : noticeOpenSecrets(sources))];
  return notices.map(redactKeys(sources));
}

/** An unknown variable is often a misspelt one. It is not an error, since it may belong to another program. */
function noticeUnknownVariables({ env, dotenv }: Sources, onlyMisspelt: boolean): readonly string[] {
  const known = knownVariables();
  const unknown = [env, dotenv].flatMap(({ values, nameOf }) =>
    Object.keys(values)
      .filter((name) => name.startsWith(PREFIX) && !known.includes(name))
      .map((name) => ({ name: nameOf(name), meant: suggest(name, known) })),
  );
  const named = unknown.filter(({ meant }) => !onlyMisspelt || meant !== '');
  if (named.length === 0) return [];
  return [`Unknown variables are ignored: ${named.map(({ name, meant }) => name + meant).join(', ')}`];
}

function knownVariables(): readonly string[] {
  const settings: readonly Setting<unknown>[] = Object.values(SETTINGS);
  return [KEY, KEY_FILE, ...settings.flatMap((setting) => variableOf(setting) ?? [])];
}

/** The prefix that all names share must not count as a similarity. */
function suggest(name: string, known: readonly string[]): string {
  const rests = known.map((variable) => variable.slice(PREFIX.length));
  const [nearest] = nearestNames(name.slice(PREFIX.length), rests);
  return nearest === undefined ? '' : ` (did you mean ${PREFIX}${nearest}?)`;
}

/** Windows keeps rights in another way. */
function noticeOpenSecrets(sources: Sources): readonly string[] {
  const { env, dotenv, dotenvPath, config, job, configPath, cwd } = sources;
  if (process.platform === 'win32') return [];
  const keyFiles = [env, dotenv].flatMap(({ values, nameOf }) => {
    const file = values[KEY_FILE];
    // Not by its name: somebody may have put the key itself there.
    return file ? [{ path: resolve(cwd, file), what: `The file named by ${nameOf(KEY_FILE)}` }] : [];
  });
  const secret = [KEY, WEBHOOK].find((name) => dotenv.values[name]);
  const dotenvFiles = secret === undefined ? [] : [{ path: dotenvPath, what: dotenv.nameOf(secret) }];
  const { key } = SETTINGS.webhook;
  const withSecret = [config, job].find(({ values }) => values[key]);
  const configFiles = withSecret ? [{ path: configPath, what: withSecret.nameOf(key) }] : [];
  return [...dotenvFiles, ...keyFiles, ...configFiles]
    .filter(({ path }) => isOpenToOthers(path))
    .map(({ what }) => `${what} can be read by others on this machine; chmod 600 keeps it to yourself`);
}

/** A file that can't be examined is reported when it is read. */
function isOpenToOthers(path: string): boolean {
  const stats = tryTo(() => statSync(path));
  if (!stats?.isFile()) return false;
  // A group where nobody else is may read, as it may write.
  const isReadByGroup = (stats.mode & GROUP_READS) !== 0 && !systemTrust()?.isOwnGroup(stats.gid);
  return (stats.mode & OTHERS_READ) !== 0 || isReadByGroup;
}
