import { type Check, type Defect, describeCheck, isTestCheck } from './defect.ts';
import type { Verdict } from './judge-check.ts';
import { toNamePattern } from './warm-tests.ts';

/** A defect, what it would cost, and what has to catch it. */
export function describeDefect({ name, file, cost, caughtBy }: Defect): string {
  const checks = caughtBy.map((check) => `  ${describeCheck(check)}\n`).join('');
  return `${name} (${file})\n  ${cost}\n${checks}\n`;
}

/** A defect that some checks don't catch, and how to look into it: in `copy`, if it is there. */
export function describeSurvivor(
  { name, file, cost }: Defect,
  blind: readonly (readonly [Check, Verdict | undefined])[],
  copy: string | undefined,
): string {
  const checks = blind.map(([check, verdict]) => `  ${describeCheck(check)} ${describeVerdict(verdict)}\n`);
  const again =
    copy === undefined
      ? `npm run defects -- --only ${name} --keep`
      : `cd ${copy} && npm run build && ${commandOf(blind.map(([check]) => check))}`;
  return `SURVIVED  ${name}, in ${file}: ${cost}\n${checks.join('')}  To look into it: ${again}\n`;
}

/** A command line that runs the same checks. */
function commandOf(checks: readonly Check[]): string {
  const tests = checks.filter(isTestCheck);
  if (tests.length === 0) return checks.map(describeCheck).join(' && ');
  const files = [...new Set(tests.map(({ file }) => file))];
  return `npx vitest run -t '${toNamePattern(tests).replaceAll("'", "'\\''")}' ${files.join(' ')}`;
}

/** What a check did. */
export function describeVerdict(verdict: Verdict | undefined): string {
  if (verdict?.kind === 'broken') return `proves nothing: ${verdict.why}`;
  return verdict?.kind === 'fails' ? 'fails' : 'passes';
}
