import type { JsonSchema, Setting } from './setting.ts';
import { SETTINGS } from './settings.ts';

/** The JSON Schema of `pricesheet.json`. */
export function configSchema(): JsonSchema {
  const all: readonly Setting<unknown>[] = Object.values(SETTINGS);
  const settings = all.filter(({ from }) => from === undefined);
  const properties = (of: (setting: Setting<unknown>) => JsonSchema): JsonSchema =>
    Object.fromEntries(settings.map((setting) => [setting.key, of(setting)]));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'pricesheet.json',
    description:
      'Settings of pricesheet. Flags, the environment and .env come first. The API key never belongs here.',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      ...properties(({ key }) => ({ $ref: `#/$defs/settings/properties/${key}` })),
      jobs: {
        description:
          'settings of single jobs, by the name of the sheet without its date, or by --job; they override the settings above',
        type: 'object',
        additionalProperties: { $ref: '#/$defs/settings' },
      },
    },
    $defs: { settings: { type: 'object', additionalProperties: false, properties: properties(inFile) } },
  };
}

function inFile({ about, parse: { words, json = words ? [{ enum: words }] : [TEXT] } }: Setting<unknown>) {
  return { description: about, ...(json.length === 1 ? json[0] : { anyOf: json }) };
}

const TEXT = { type: 'string' };
