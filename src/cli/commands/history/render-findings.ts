import { count } from '../../../domain/count.ts';
import { printable } from '../../../report/text/printable.ts';
import { wrapText } from '../../../report/text/text-width.ts';
import { FINDING_KINDS, type HistoryFinding } from '../../../run/history/history-finding.ts';

/** Findings with what to do about each, problems first. */
export function renderFindings(
  findings: readonly HistoryFinding[],
  width = Number.POSITIVE_INFINITY,
): readonly string[] {
  const ordered = (['problem', 'notice'] as const).flatMap((kind) =>
    findings.filter((finding) => FINDING_KINDS[finding.kind] === kind),
  );
  return ordered.flatMap(({ kind, file, message, advice }) => [
    ...wrapText(
      printable(`${FINDING_KINDS[kind] === 'problem' ? 'Problem' : 'Notice'}: ${file}: ${message}`),
      width,
    ),
    ...wrapText(printable(advice), width - INDENT.length).map((line) => INDENT + line),
  ]);
}

const INDENT = '  ';

/** As `--json` has it. */
export function toFindingJson({ kind, ...finding }: HistoryFinding) {
  return { ...finding, kind, severity: FINDING_KINDS[kind] };
}

/** `2 problems and 1 notice`. */
export function countFindings(findings: readonly HistoryFinding[]): string {
  const problems = findings.filter(({ kind }) => FINDING_KINDS[kind] === 'problem').length;
  const notices = findings.length - problems;
  return [
    ...(problems > 0 ? [count(problems, 'problem')] : []),
    ...(notices > 0 ? [count(notices, 'notice')] : []),
  ].join(' and ');
}
