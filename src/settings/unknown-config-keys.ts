import { didYouMean } from '../domain/did-you-mean.ts';
import type { Layer, Sources } from './read-sources.ts';
import type { Setting } from './setting.ts';
import { SETTINGS } from './settings.ts';

const KEY_NAMES = /^(pricesheet[-_])?api[-_]?key/i;

/** A config file is kept for long and read by few: a word that means nothing there is a mistake, not a whim. */
export function unknownConfigKeys({ config, jobs }: Sources): readonly string[] {
  const inJobs = [...jobs].flatMap(([name, values]) =>
    unknownKeys({ values, nameOf: (key) => `"${key}" of the job "${name}"` }),
  );
  return [...unknownKeys(config), ...inJobs];
}

/** What a config file can give. */
function configKeys(): readonly string[] {
  const settings: readonly Setting<unknown>[] = Object.values(SETTINGS);
  return [...settings.filter(({ once, flagOnly }) => !once && !flagOnly).map(({ flag }) => flag), 'jobs'];
}

function unknownKeys(config: Layer): readonly string[] {
  return Object.keys(config.values).flatMap((key): readonly string[] => {
    const setting: Setting<unknown> | undefined = Object.values(SETTINGS).find(({ flag }) => flag === key);
    if (setting?.once) return [`${config.nameOf(key)}: it goes with one run, and is given by --${key} only`];
    if (setting?.flagOnly) return [`${config.nameOf(key)}: it is given by --${key} only`];
    if (setting) return [];
    return [
      KEY_NAMES.test(key)
        ? `${config.nameOf(key)}: the key comes from the environment or a file only, never from a config file`
        : `${config.nameOf(key)} is not a setting${didYouMean(key, configKeys())}`,
    ];
  });
}
