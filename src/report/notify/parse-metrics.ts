/** One line of a metrics file. */
export interface Sample {
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly value: number;
}

/**
 * The samples of a metrics file of an earlier run. Lines that are not samples are ignored, and the first line for a series
 * counts.
 *
 * Source: Prometheus text exposition format 0.0.4.
 */
export function parseMetrics(text: string): readonly Sample[] {
  const samples = new Map<string, Sample>();
  // An unfinished last line is ignored.
  for (const line of text.split('\n').slice(0, -1)) {
    const sample = parseLine(line);
    const key = sample && JSON.stringify([sample.name, [...sample.labels].sort()]);
    if (sample && key !== undefined && !samples.has(key)) samples.set(key, sample);
  }
  return [...samples.values()];
}

const LINE = /^([a-z_]{1,100})(?:\{(.{0,4000})\})? (-?\d{1,30}(?:\.\d{1,30})?(?:e[+-]?\d{1,3})?)$/s;

function parseLine(line: string): Sample | undefined {
  const [, name, inside = '', number] = LINE.exec(line) ?? [];
  const labels = parseLabels(inside);
  const value = Number(number);
  return name !== undefined && labels && Number.isFinite(value) ? { name, labels, value } : undefined;
}

const LABEL = /([a-z_]{1,100})="((?:[^"\\]|\\[\\"n])*)"(?:,|$)/gsy;

/** `undefined` if they are not labels with different names. */
function parseLabels(text: string): ReadonlyMap<string, string> | undefined {
  const labels = new Map<string, string>();
  let read = 0;
  for (const [found, name = '', value = ''] of text.matchAll(LABEL)) {
    if (labels.has(name)) return undefined;
    labels.set(name, unescapeLabel(value));
    read += found.length;
  }
  return read === text.length ? labels : undefined;
}

function unescapeLabel(text: string): string {
  return text.replace(/\\([\\"n])/g, (_, character) => (character === 'n' ? '\n' : character));
}
