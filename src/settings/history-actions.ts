/** What `pricesheet history` does: a word, what follows it, what it means, and the options it takes. Three dots: several; brackets: or none. */
export const HISTORY_ACTIONS = [
  { name: 'list', words: [], about: 'runs (default)', flags: ['job', 'since', 'failed', 'html', 'all'] },
  { name: 'show', words: ['RUN'], about: 'one run in full', flags: ['job'] },
  {
    name: 'sku',
    words: ['SKU'],
    about: 'when each field of a SKU changed, and by whom',
    flags: ['job', 'since', 'field'],
  },
  {
    name: 'chronic',
    words: [],
    about: 'rows that need attention, or that somebody else changes, again and again',
    flags: ['job', 'nights'],
  },
  {
    name: 'rebuild',
    words: ['[FOLDER...]'],
    about: 'add runs from their folders, in runs/ and those given',
    flags: [],
  },
  {
    name: 'prune',
    words: ['[FOLDER...]'],
    about: 'delete run folders, never the history, by the rules given',
    flags: ['job', 'keepLast', 'keepWithin', 'dryRun'],
  },
] as const;

export type HistoryAction = (typeof HISTORY_ACTIONS)[number]['name'];

/** For help: `list; show RUN; …`. */
export function describeActions(): string {
  return HISTORY_ACTIONS.map(({ name, words, about }) => `${[name, ...words].join(' ')}: ${about}`).join(
    '; ',
  );
}
