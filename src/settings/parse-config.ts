import { whyNoJson } from '../domain/why-no-json.ts';
import { isHeader } from './parse-lists.ts';
import { type Parsed, refused, understood } from './setting.ts';

/** Settings as text, by key. */
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

function toTexts(settings: Json, where: string, problems: string[]): Values {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([flag, value]) => {
      const text = toText(flag, value);
      if (text.ok) return [[flag, text.value] as const];
      problems.push(`"${flag}" in ${where} ${text.why}`);
      return [];
    }),
  );
}

type Json = Readonly<Record<string, unknown>>;

/** The text that a flag has for a value of JSON, or of a program: one text for lists and objects too, which are easier to read there. */
export function toText(flag: string, value: unknown): Parsed<string> {
  if (isRecord(value) && AS_JSON.includes(flag)) return understood(JSON.stringify(value));
  if (isRecord(value) && PAIRS.has(flag)) return joinPairs(flag, value);
  if (Array.isArray(value) && value.length > 0 && value.every((each) => isItem(flag, each)))
    return understood(value.join(','));
  return ['string', 'number', 'boolean'].includes(typeof value)
    ? understood(String(value))
    : refused('is neither text nor a number nor true or false');
}

/** A comma would make two of it, except in a condition, which only ends where another one follows. */
function isItem(flag: string, text: unknown): boolean {
  return typeof text === 'string' && (flag === 'where' || !text.includes(','));
}

/** Settings whose parsers read JSON. */
const AS_JSON: readonly string[] = ['leave-out', 'notes'];

/** Settings that are pairs, `{"sku": "Material"}`, and whether a pair of text is one and not several. */
const PAIRS: ReadonlyMap<string, (name: string, value: unknown) => boolean> = new Map([
  ['map', (_, header) => isHeader(header)],
  ['units', isPair],
  ['fee', isPair],
  ['fee-percent', isPair],
]);

/** A comma or an equals sign would make another list of it. */
function isPair(name: string, value: unknown): boolean {
  return (typeof value === 'string' || typeof value === 'number') && !/[,=]/.test(`${name}${value}`);
}

function joinPairs(flag: string, pairs: Json): Parsed<string> {
  const entries = Object.entries(pairs);
  const [wrong] = entries.find((pair) => !PAIRS.get(flag)?.(...pair)) ?? [];
  return wrong === undefined
    ? understood(entries.map((pair) => pair.join('=')).join(','))
    : refused(`has something for "${wrong}" that is not a single text or number`);
}

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
