/** What a change does, in a word: to an amount, to a strategy, to a switch. */
export const CHANGE_KINDS = ['up', 'down', 'set', 'cleared', 'replaced', 'on', 'off'] as const;

export type ChangeKind = (typeof CHANGE_KINDS)[number];
