/** What the figures are about, for readers who have not measured them. */
const FIGURES = `What the program is measured by, each figure beside a yardstick in the same run, and what it means for a seller:

| figure | what it says | yardstick |
| --- | --- | --- |
| G1, G2 | how many requests a night takes, and whether any update was needless | counted: G\\* are the fewest reads there can be, min(SKUs, ⌈listings ÷ 100⌉ + 1), U the updates, R\\* = G\\* + U |
| G3 | how near the rate comes to the one that is allowed | the clock of the service |
| G13 | how long a user waits, beside what the rate allows: from the first request to the last answer | R\\* ÷ rate |
| G5, G6 | updates a second, and processor time for each, where nothing holds the program up | undici, the HTTP client, without anything around it |
| G7, G8, G11 | a night of a million rows, its memory, and a job of a hundred rows | the packages alone: the job by csv-parse, undici, zod, p-limit, pino and csv-stringify, without plan on disk, second reading, guard rules, journal and report |
| G14 | how long it takes to ask a year of nights about one SKU | what is wanted |
| G12 | \`--help\` as a whole process | \`node -e ''\` |
| report | opening \`report.html\` of 100,000 rows, and two steps of a person on it | what is wanted |

\`must\` is what has to hold, \`aim\` what would be good.`;

/** `docs/decisions/benchmarks.md`: the table of a full run, and what it was measured on. */
export function renderPage(
  table: string,
  { machine, date }: { readonly machine: readonly string[]; readonly date: Date },
): string {
  return `# Benchmarks

${FIGURES}

The last run of \`npm run bench -- --full\`, of ${date.toISOString().slice(0, 10)}. Times are medians of rounds in which the program and its
yardstick took turns; the ratio is that of the medians, and lowest and highest are those of single rounds. \`test/bench/\` has
everything that is compared with; [CONTRIBUTING.md](../../CONTRIBUTING.md) says how to measure again.

${machine.map((line) => `- ${line}`).join('\n')}

${table}`;
}
