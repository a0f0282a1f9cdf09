/** `BENCHMARKS.md`: the table of a full run, and what it was measured on. */
export function renderPage(
  table: string,
  { machine, date }: { readonly machine: readonly string[]; readonly date: Date },
): string {
  return `# Benchmarks

The last run of \`npm run bench -- --full\`, of ${date.toISOString().slice(0, 10)}. Times are medians of rounds in which the program and its
yardstick took turns; the ratio is that of the medians, and lowest and highest are those of single rounds. \`test/bench/\` has
everything that is compared with; [CONTRIBUTING.md](CONTRIBUTING.md) says how to measure again.

${machine.map((line) => `- ${line}`).join('\n')}

${table}`;
}
