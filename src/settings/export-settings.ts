import { FIELDS, type Field } from '../domain/fields.ts';
import { fields } from './parse-names.ts';
import * as parse from './parse-setting.ts';
import { define } from './setting.ts';
import { MATCH_SETTINGS, READING_SETTINGS, SERVICE_SETTINGS } from './settings.ts';

/** Which listings are exported. */
export const EXPORT_FILTERS = {
  platform: {
    ...MATCH_SETTINGS.platform,
    about: MATCH_SETTINGS.platform.about.replace('match', 'export'),
  },
  channel: { ...MATCH_SETTINGS.channel, about: 'only export listings of this channel' },
  status: { ...MATCH_SETTINGS.status, about: 'only export listings with this status' },
  sku: define('--sku <SKU>', {
    about: 'only export listings of this SKU',
    parse: parse.nonBlank,
    flagOnly: true,
  }),
} as const;

/** How the sheet is written, in the same settings that read it. */
export const EXPORT_SHAPE = {
  fields: define('--fields <FIELD,…>', {
    about: `only these fields: ${FIELDS.join(', ')}`,
    parse: fields,
    fallback: new Set<Field>(FIELDS),
    fallbackText: 'all',
    flagOnly: true,
  }),
  strategyNames: define('--strategy-names', {
    about: 'write the names of strategies instead of their ids, where a name is unambiguous',
    parse: parse.yes,
    fallback: false,
    flagOnly: true,
  }),
  delimiter: {
    ...READING_SETTINGS.delimiter,
    about: 'separator of the cells: comma, semicolon, tab, pipe or a character (default: comma)',
  },
  decimal: {
    ...READING_SETTINGS.decimal,
    about: 'decimal sign of the amounts (default: .; with a comma, semicolons separate the cells)',
  },
  money: { ...READING_SETTINGS.money, about: 'unit of the amounts: 12.99, or 1299' },
  clearToken: {
    ...READING_SETTINGS.clearToken,
    about: 'the cell that clears a field; no exported cell holds it',
  },
  out: define('--out <FILE>', {
    about: 'the sheet (default: standard output)',
    parse: parse.nonBlank,
    once: true,
  }),
} as const;

export const EXPORT_SETTINGS = { ...SERVICE_SETTINGS, ...EXPORT_FILTERS, ...EXPORT_SHAPE };
