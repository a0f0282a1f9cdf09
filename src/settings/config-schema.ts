import { describeFallback, type JsonSchema, type Setting } from './setting.ts';
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
    $defs: { settings: { type: 'object', additionalProperties: false, properties: properties(schemaOf) } },
  };
}

/** What a setting may be, as JSON. */
export function schemaOf({ about, parse, ...setting }: Setting<unknown>): JsonSchema {
  const { words, json = words ? [{ enum: words }] : [TEXT] } = parse;
  const several = parse.many && words && { type: 'array', items: { enum: words } };
  const forms = several ? [several, TEXT] : json;
  const fallback = describeFallback(setting);
  const description = fallback === null ? about : `${about} (default: ${fallback})`;
  return { description, ...(forms.length === 1 ? forms[0] : { anyOf: forms }) };
}

const TEXT = { type: 'string' };
