import { toJsonText } from '../../domain/json-text.ts';
import type { Paint } from '../text/paint.ts';
import { printable } from '../text/printable.ts';
import { renderTable } from '../text/render-table.ts';
import { wrapText } from '../text/text-width.ts';
import { count } from '../text/words.ts';
import type { DoctorFinding } from './doctor-finding.ts';

/** All that was found, for people and for `--json`. */
export interface Diagnosis {
  readonly program: { readonly version: string; readonly node: string; readonly platform: string };
  readonly findings: readonly DoctorFinding[];
  /** By flag name. */
  readonly settings: Readonly<Record<string, { readonly value: string | null; readonly from: string }>>;
  readonly exitCode: number;
}

interface ScreenOptions {
  readonly paint: Paint;
  /** Only problems and warnings are shown. */
  readonly quiet: boolean;
  /** Settings with their default are shown too. */
  readonly verbose: boolean;
  /** Of the terminal, in columns; none where the lines are not to be wrapped. */
  readonly width: number | undefined;
}

const COLOURS = { ok: 'green', warning: 'yellow', problem: 'red' } as const;
const STATUS_WIDTH = 'problem'.length;

/** The findings, then the settings, then what it comes to. */
export function renderDoctor({ program, findings, settings }: Diagnosis, options: ScreenOptions): string {
  const { quiet } = options;
  const shown = quiet ? findings.filter(({ status }) => status !== 'ok') : findings;
  if (quiet && shown.length === 0) return '';
  const { version, node, platform } = program;
  const lines = [
    ...(quiet ? [] : [`pricesheet ${version}, Node.js ${node}, ${platform}`, '']),
    ...renderFindings(shown, options),
    ...(quiet ? [] : ['', ...renderSettings(settings, options), '', conclude(findings)]),
  ];
  return `${lines.join('\n')}\n`;
}

function renderFindings(
  findings: readonly DoctorFinding[],
  { paint, width: columns = Number.POSITIVE_INFINITY }: ScreenOptions,
): readonly string[] {
  const width = Math.max(0, ...findings.map(({ check }) => check.length));
  const indent = ' '.repeat(STATUS_WIDTH + width + 4);
  const room = columns - indent.length;
  return findings.flatMap(({ check, status, message, advice }) => {
    const [first = '', ...more] = [message, ...(advice === undefined ? [] : [advice])].flatMap((text) =>
      wrapText(printable(text), room),
    );
    return [
      `${paint(COLOURS[status], status.padEnd(STATUS_WIDTH))}  ${check.padEnd(width)}  ${first}`,
      ...more.map((line) => indent + line),
    ];
  });
}

function renderSettings(
  settings: Diagnosis['settings'],
  { verbose, paint, width }: ScreenOptions,
): readonly string[] {
  const all = Object.entries(settings);
  const shown = verbose ? all : all.filter(([, { from }]) => from !== 'default');
  const hidden = all.length - shown.length;
  const table = renderTable(
    shown,
    [
      { title: 'setting', text: ([flag]) => flag },
      { title: 'value', text: ([, { value }]) => value ?? 'none' },
      { title: 'comes from', text: ([, { from }]) => from },
    ],
    width,
  );
  return [
    ...table.map((line, at) => (at === 0 ? paint('dim', line) : line)),
    ...(hidden > 0
      ? [`${count(hidden, 'setting has its default', 'settings have their defaults')}; --verbose shows them`]
      : []),
  ];
}

function conclude(findings: readonly DoctorFinding[]): string {
  const of = (wanted: DoctorFinding['status']): number =>
    findings.filter(({ status }) => status === wanted).length;
  const [problems, warnings] = [of('problem'), of('warning')];
  if (problems > 0)
    return `${count(problems, 'problem')}, ${count(warnings, 'warning')}: runs will fail until they are fixed`;
  return warnings > 0 ? `No problems, ${count(warnings, 'warning')}` : 'No problems';
}

/** The same as one JSON document. */
export function renderDoctorJson(diagnosis: Diagnosis): string {
  return `${toJsonText(describeDiagnosis(diagnosis), 2)}\n`;
}

/** The same as plain data. */
export function describeDiagnosis({ program, findings, settings, exitCode }: Diagnosis): object {
  const checks = findings.map(({ advice = null, ...finding }) => ({ ...finding, advice }));
  return { version: 1, exit_code: exitCode, program, checks, settings };
}
