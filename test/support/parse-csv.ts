import { parse } from 'csv-parse/sync';

const DELIMITERS = [',', ';', '\t', '|'];

/** The delimiter of a file of a run: the first sign in its header line that can be one. */
export function delimiterOf(text: string): string {
  const [header = ''] = text.split('\n');
  return [...header].find((sign) => DELIMITERS.includes(sign)) ?? ',';
}

/** The records of a file that a run wrote, by column, read by nothing of the program's own; each cell as it is written. */
export function parseCsv(
  text: string,
  cast: (cell: string) => string = (cell) => cell,
): readonly Readonly<Record<string, string>>[] {
  return parse(text, { columns: true, bom: true, delimiter: delimiterOf(text), cast });
}

/** A metric of a text file as its collector reads it. */
export interface Metric {
  readonly help: string;
  readonly type: string;
  readonly samples: readonly {
    readonly labels: Readonly<Record<string, string>>;
    readonly value: number;
  }[];
}

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? ([^ ]+)$/s;
const LABEL = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\\\|\\"|\\n)*)"/;

/**
 * Reads the text exposition format as strictly as its page has it, and more: each metric in one piece, help and type first,
 * nothing twice, no time stamps (the textfile collector refuses them), and a line break at the end.
 */
export function parseExposition(text: string): ReadonlyMap<string, Metric> {
  if (!text.endsWith('\n')) throw new Error('The last line does not end');
  const metrics = new Map<string, { help: string; type: string; samples: Metric['samples'][number][] }>();
  const seen = new Set<string>();
  let help: readonly [string, string] | undefined;
  let current = '';
  for (const line of text.slice(0, -1).split('\n')) {
    const [, keyword, name = '', rest = ''] = /^# (HELP|TYPE) ([^ ]+) (.+)$/.exec(line) ?? [];
    if (keyword === 'HELP') {
      if (!NAME.test(name) || metrics.has(name)) throw new Error(`Help that is wrong: ${line}`);
      help = [name, rest];
    } else if (keyword === 'TYPE') {
      if (help?.[0] !== name || rest !== 'gauge') throw new Error(`Type that is wrong: ${line}`);
      metrics.set(name, { help: help[1], type: rest, samples: [] });
      current = name;
    } else {
      const [, of = '', labels = '', value = ''] = SAMPLE.exec(line) ?? [];
      if (of === '' || of !== current) throw new Error(`A line that is no sample of "${current}": ${line}`);
      const sample = { labels: parseLabels(labels, line), value: parseValue(value, line) };
      const key = JSON.stringify([of, Object.entries(sample.labels).sort()]);
      if (seen.has(key)) throw new Error(`Twice: ${line}`);
      seen.add(key);
      metrics.get(of)?.samples.push(sample);
    }
  }
  return metrics;
}

function parseLabels(text: string, line: string): Readonly<Record<string, string>> {
  const labels: Record<string, string> = {};
  for (let rest = text; rest !== ''; ) {
    const [found, name, value] = LABEL.exec(rest) ?? [];
    if (found === undefined || name === undefined || value === undefined || name in labels)
      throw new Error(`Labels that are wrong: ${line}`);
    labels[name] = value.replace(/\\(.)/g, (_, escaped) => (escaped === 'n' ? '\n' : escaped));
    rest = rest.slice(found.length);
    if (rest !== '' && !/^,./s.test(rest)) throw new Error(`Labels that are wrong: ${line}`);
    rest = rest.slice(1);
  }
  return labels;
}

function parseValue(text: string, line: string): number {
  const value = Number(text);
  if (text === '' || !Number.isFinite(value)) throw new Error(`A value that is no number: ${line}`);
  return value;
}
