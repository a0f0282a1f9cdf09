import { WHOLE_SHARE } from '../domain/fees.ts';

export type ParsedShare =
  | { readonly kind: 'share'; readonly share: number }
  /** The rest of a sentence that begins with the text. */
  | { readonly kind: 'problem'; readonly detail: string };

/** Digits, behind either decimal sign at most three more, and a percent sign: a hundred percent leaves no room for thousands. */
const SHARE = /^0*(\d{1,2})(?:[.,](\d{1,3})0*)?[\s\u00a0\u202f]?(%?)$/;
const THOUSANDTHS = 3;

/**
 * A percentage below 100 as thousandths of a percent, by its digits. Without its sign, one below 1 may be a share of 1 as spreadsheets
 * store it: `0.15` is 15 % to them.
 */
export function parseShare(text: string): ParsedShare {
  const [, whole, fraction = '', sign] = SHARE.exec(text) ?? [];
  if (whole === undefined) return problem('is not a percentage below 100 with at most three decimals');
  const share = Number(whole + fraction.padEnd(THOUSANDTHS, '0'));
  if (share > 0 && share < WHOLE_SHARE / 100 && sign === '')
    return problem(`may be ${text} % or a share of 1; write "${text} %", or 15 for 15 %`);
  return { kind: 'share', share };
}

function problem(detail: string): ParsedShare {
  return { kind: 'problem', detail };
}
