import { whyNoJson } from '../domain/why-no-json.ts';
import { FEE_SETTINGS } from './settings.ts';

/** Settings as text, by flag name. */
export type Values = Readonly<Record<string, string>>;

interface Config {
  readonly values: Values;
  readonly jobs: ReadonlyMap<string, Values>;
}

export const NO_CONFIG: Config = { values: {}, jobs: new Map() };

/** The settings of a config file, and those of each job in it. What is wrong is added to `problems`. */
export function parseConfig(text: string, name: string, problems: string[]): Config {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    problems.push(`"${name}" ${whyNoJson(text)}`);
    return NO_CONFIG;
  }
  if (!isRecord(json)) {
    problems.push(`"${name}" does not hold a JSON object`);
    return NO_CONFIG;
  }
  const { $schema: _schema, jobs = {}, ...settings } = json;
  const sections = isRecord(jobs) ? Object.entries(jobs) : [];
  if (!isRecord(jobs)) problems.push(`"jobs" in ${name} is not a JSON object with a section for each job`);
  return {
    values: toTexts(settings, name, problems),
    jobs: new Map(
      sections.map(([job, section]) => {
        const where = `the job "${job}" in ${name}`;
        if (!isRecord(section)) problems.push(`${where} is not a JSON object`);
        return [job, isRecord(section) ? toTexts(section, where, problems) : {}];
      }),
    ),
  };
}

function toTexts(settings: Readonly<Record<string, unknown>>, where: string, problems: string[]): Values {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([key, value]) => {
      const object = isRecord(value) ? value : undefined;
      const form = object && FORMS.get(key);
      const text = form ? form.toText(object) : toText(key === 'where' ? joinTexts(value) : value);
      if (text !== undefined) return [[key, text] as const];
      problems.push(`"${key}" in ${where} ${form ? form.whyNot(object) : NO_TEXT}`);
      return [];
    }),
  );
}

type Json = Readonly<Record<string, unknown>>;

/** How a setting that is a list of pairs is written as an object, which is easier to read than one text. */
interface Form {
  /** The text that a flag has for it; `undefined` if the object can't be one. */
  readonly toText: (object: Json) => string | undefined;
  readonly whyNot: (object: Json) => string;
}

const FORMS: ReadonlyMap<string, Form> = new Map([
  ['map', { toText: toMapText, whyNot: whyNoMap }],
  ['units', { toText: toUnitsText, whyNot: whyNoMap }],
  ['leave-out', { toText: (columns) => JSON.stringify(columns), whyNot: () => NO_TEXT }],
  ['notes', { toText: (notes) => JSON.stringify(notes), whyNot: () => NO_TEXT }],
  ...Object.values(FEE_SETTINGS).map(({ flag }): [string, Form] => [
    flag,
    { toText: toChannelText, whyNot: whyNoChannels },
  ]),
]);

const NO_TEXT = 'is neither text nor a number nor true or false';

function whyNoMap(columns: Json): string {
  const [field] = Object.entries(columns).find(([, header]) => typeof header !== 'string') ?? [];
  return field === undefined
    ? 'says of no column what it is; leave it out, or name one such as {"sku": "Material"}'
    : `names the column for ${field} by something that is no text`;
}

function toText(value: unknown): string | undefined {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}

/** `{"sku": "Material"}` */
function toMapText(columns: Json): string | undefined {
  const entries = Object.entries(columns);
  if (entries.length === 0 || !entries.every(([, header]) => typeof header === 'string')) return undefined;
  return entries.map(([field, header]) => `${field}=${String(header)}`).join(',');
}

/** `{"DZ": 12}`; what is none is refused as the text of a flag is. */
export function toUnitsText(sizes: Json): string {
  return Object.entries(sizes)
    .map((pair) => pair.join('='))
    .join(',');
}

/** `{"*": 15, "5f0c…": 8}`: all channels, and some of them. */
function toChannelText(values: Json): string | undefined {
  const entries = Object.entries(values);
  if (entries.length === 0 || !entries.every(isOfChannel)) return undefined;
  return entries.map(([channel, value]) => (channel === '*' ? value : `${channel}=${value}`)).join(',');
}

/** A comma or an equals sign would make another list of it. */
function isOfChannel([channel, value]: readonly [string, unknown]): boolean {
  return (typeof value === 'string' || typeof value === 'number') && !/[,=]/.test(`${channel}${value}`);
}

function whyNoChannels(values: Json): string {
  const [channel] = Object.entries(values).find((entry) => !isOfChannel(entry)) ?? [];
  return channel === undefined
    ? 'says nothing of any channel; leave it out, or give all channels a value with {"*": …}'
    : `has something for the channel "${channel}" that is neither text nor a number`;
}

/** A list of conditions as one text. */
export function joinTexts(value: unknown): unknown {
  const isList = Array.isArray(value) && value.every((each) => typeof each === 'string');
  return isList ? value.join(',') : value;
}

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
