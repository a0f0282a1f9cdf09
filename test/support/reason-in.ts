import { inOneLine } from '../../src/report/text/failure-line.ts';

/** What a failure says on standard error, in a line and what has no room there, without the name of account and job and the exit code. */
export function reasonIn(stderr: string): string {
  const [, line, colon, below = ''] =
    /^pricesheet: (?:(?:pricesheet-\w{6}|shop-a)(?:\/[^:]*)?: )?(?:fail(?:ed|ing)[^:]*: )?([^\n]*) \(exit code \d+\)(:?)\n(.*)$/s.exec(
      stderr,
    ) ?? [];
  if (line === undefined) throw new Error(`That is not how a failure begins:\n${stderr}`);
  return inOneLine(`${line}${colon}\n${below}`.replace('…\n…', ''));
}
