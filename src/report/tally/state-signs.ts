import type { NightState } from './night-state.ts';

/** How a night is shown: by a sign, a word, and the colour that the style has for its name. */
export const STATE_SIGNS: Readonly<Record<NightState, { readonly sign: string; readonly word: string }>> = {
  done: { sign: '✓', word: 'done' },
  attention: { sign: '!', word: 'needs attention' },
  stopped: { sign: '■', word: 'stopped' },
  failed: { sign: '✕', word: 'failed' },
  missing: { sign: '?', word: 'missing' },
  open: { sign: '…', word: 'not ended' },
  none: { sign: '·', word: 'no run' },
};
