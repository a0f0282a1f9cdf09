/** What a failure says in its one line on standard error, without the name of account and job and the exit code. */
export function reasonIn(stderr: string): string {
  const [, reason] =
    /^pricesheet: (?:pricesheet-\w{6}(?:\/[^:]*)?: )?(?:fail(?:ed|ing)[^:]*: )?(.*) \(exit code \d+\)\n$/.exec(
      stderr,
    ) ?? [];
  if (reason === undefined) throw new Error(`That is not the one line of a failure:\n${stderr}`);
  return reason;
}
