import { whyNoJson } from '../../domain/why-no-json.ts';

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
      const isMap = key === 'map' && isRecord(value);
      const text = isMap ? toMapText(value) : toText(value);
      if (text !== undefined) return [[key, text] as const];
      problems.push(`"${key}" in ${where} ${isMap ? whyNoMap(value) : NO_TEXT}`);
      return [];
    }),
  );
}

const NO_TEXT = 'is neither text nor a number nor true or false';

function whyNoMap(columns: Readonly<Record<string, unknown>>): string {
  const [field] = Object.entries(columns).find(([, header]) => typeof header !== 'string') ?? [];
  return field === undefined
    ? 'says of no column what it is; leave it out, or name one such as {"sku": "Material"}'
    : `names the column for ${field} by something that is no text`;
}

function toText(value: unknown): string | undefined {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}

/** Columns may be given as an object, `{"sku": "Material"}`, which is easier to read than one text. */
function toMapText(columns: Readonly<Record<string, unknown>>): string | undefined {
  const entries = Object.entries(columns);
  if (entries.length === 0 || !entries.every(([, header]) => typeof header === 'string')) return undefined;
  return entries.map(([field, header]) => `${field}=${String(header)}`).join(',');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
