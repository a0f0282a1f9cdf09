import type { Diagnosis, Finding } from '../../domain/documents/commands.ts';
import type { Paint } from '../../report/text/paint.ts';
import { renderTable } from '../../report/text/render-table.ts';
import { count } from '../../report/text/words.ts';

interface ScreenOptions {
  readonly paint: Paint;
  /** Only problems and warnings are shown. */
  readonly quiet: boolean;
  /** Settings with their default are shown too. */
  readonly verbose: boolean;
  /** Of the terminal, in columns; none where the lines are not to be wrapped. */
  readonly width: number | undefined;
}

/** The findings, then the settings, then what it comes to. */
export function renderDoctor({ program, checks, settings }: Diagnosis, options: ScreenOptions): string {
  const findings = renderFindings(checks, options);
  const { version, node, platform } = program;
  const head = `pricesheet ${version}, Node.js ${node}, ${platform}`;
  const lines = options.quiet
    ? findings
    : [head, '', ...findings, '', ...renderSettings(settings, options), '', concludeChecks({ checks })];
  return lines.map((line) => `${line}\n`).join('');
}

const COLOURS = { ok: 'green', warning: 'yellow', problem: 'red' } as const;

function renderFindings(
  checks: readonly Finding[],
  { paint, quiet, width }: ScreenOptions,
): readonly string[] {
  const rows = checks
    .filter(({ status }) => !quiet || status !== 'ok')
    .flatMap(({ check, status, message, advice }) => [
      [status, check, message],
      ...(advice === null ? [] : [['', '', advice]]),
    ]);
  const columns = [0, 1, 2].map((at) => ({ title: '', text: (row: readonly string[]) => row[at] ?? '' }));
  const [, ...lines] = renderTable(rows, columns, width);
  return lines.map((line) =>
    line.replace(/^\w+/, (status) => paint(COLOURS[status as Finding['status']], status)),
  );
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
  const others = `${count(hidden, 'setting has its default', 'settings have their defaults')}; --verbose shows them`;
  return [
    ...table.map((line, at) => (at === 0 ? paint('dim', line) : line)),
    ...(hidden > 0 ? [others] : []),
  ];
}

/** What the checks come to. */
export function concludeChecks({ checks }: Pick<Diagnosis, 'checks'>): string {
  const of = (wanted: Finding['status']) => checks.filter(({ status }) => status === wanted);
  const [problems, warnings] = [of('problem'), of('warning').length];
  const names = [...new Set(problems.map(({ check }) => check))].join(', ');
  if (names !== '') return `Runs will fail until the problems are fixed: ${names}`;
  return warnings > 0 ? `No problems, ${count(warnings, 'warning')}` : 'No problems';
}
