import { currenciesBeside, isAbbreviated } from '../domain/currency-words.ts';

/** An amount without what is around its digits. */
export interface SplitAmount {
  /** The digits with all signs among them, and the point of `.50`. */
  readonly core: string;
  readonly negative: boolean;
  readonly currencies?: ReadonlySet<string> | undefined;
  /** Text beside the number that is not a currency. */
  readonly stray?: string;
  /** A point or comma between letters and digits that may or may not be the decimal sign. */
  readonly openSign?: string | undefined;
  /** The decimal sign of `12,-` and `12.--`, with dashes for the cents. */
  readonly wholeBehind?: '.' | ',' | undefined;
}

/** Takes sign and currency off the digits of an amount, on either side. What is neither is `stray`. */
export function splitAmount(text: string): SplitAmount {
  return splitCurrency(splitSign(text));
}

interface Signed {
  readonly core: string;
  readonly negative: boolean;
  /** Something in it says its sign already. */
  readonly signed: boolean;
}

/** Takes one sign off: before, behind, as parentheses, or as the accountants' `CR`. The dash of `12,-` is not a sign. */
function splitSign(text: string): Signed {
  const inside = /^\((.+)\)$/.exec(text)?.[1];
  if (inside !== undefined) return { core: inside.trim(), negative: true, signed: true };
  const credit = /^(.*\d.*?) ?CR\.?$/i.exec(text)?.[1];
  if (credit !== undefined) return { core: credit, negative: true, signed: true };
  const before = /^([+-]) ?(.+)$/.exec(text);
  if (before) return { core: before[2] ?? '', negative: before[1] === '-', signed: true };
  const behind = /^(.+?)(?<![.,:/-]) ?-$/.exec(text)?.[1];
  if (behind !== undefined) return { core: behind, negative: true, signed: true };
  return { core: text, negative: false, signed: false };
}

/** Takes a currency off, before or behind the digits, and a sign between the two. */
function splitCurrency({ core, negative, signed }: Signed): SplitAmount {
  const parts = /^(\D*)(\d(?:.*\d)?)(\D*)$/s.exec(core);
  if (!parts) return { core, negative };
  const [, lead = '', digits = '', tail = ''] = parts;
  const before = takeBefore(lead);
  const { wholeBehind, ...behind } = takeBehind(tail.trim());
  const minus = [before.minus, behind.minus].filter(Boolean).length;
  const bare = { core: before.point + digits, negative: negative || minus > 0, wholeBehind };
  const strays = [before.text, behind.text].filter((text) => text !== '');
  if (strays.length === 0 && minus === 0) return bare;
  // Signed twice, or a currency on both sides, is nothing that can be trusted.
  if (strays.length > 1 || minus > (signed ? 0 : 1)) return { ...bare, stray: strays.join(' ') || '-' };
  const [text] = strays;
  const { openSign } = before;
  if (openSign !== undefined) return { ...bare, stray: before.text, openSign };
  const currencies = text === undefined ? undefined : currenciesBeside(text);
  return text === undefined || currencies ? { ...bare, currencies } : { ...bare, stray: text };
}

interface Before {
  readonly text: string;
  readonly minus: boolean;
  readonly point: string;
  readonly openSign?: string;
}

/** Behind these, and a blank, a point may belong to them or be a decimal one. */
const LIKE_LETTERS = /[\p{L}\p{M}/.,]$/u;

/**
 * What is before the first digit: a currency, a sign between it and the number, and the point of `.50` and `$.50`. A point or
 * comma that may belong to letters or to the number stays with the letters, so that they are not a currency.
 */
function takeBefore(lead: string): Before {
  const sign = lead.trim();
  if (!/[.,]$/.test(sign) || isAbbreviated(sign)) return { ...takeMinus(sign), point: '' };
  const point = sign.slice(-1);
  const rest = sign.slice(0, -1).trimEnd();
  // Some signs are letters in one character: "₨".
  const isOpen = sign.length < lead.trimStart().length || LIKE_LETTERS.test(rest.normalize('NFKC'));
  if (isOpen) return { text: sign, minus: false, point: '', openSign: point };
  return { ...takeMinus(rest), point };
}

function takeMinus(text: string): Pick<Before, 'text' | 'minus'> {
  const minus = text.endsWith('-');
  return { text: (minus ? text.slice(0, -1) : text).trim(), minus };
}

/** Dashes for the cents: `12,-`, `12.--`; and behind whole amounts in Sweden `12:-`, in India `12/-`, in Kenya `12/=`. */
const NO_CENTS = /^(?:([.,])--?|:-|\/[-=])(?!-)/;

function takeBehind(
  tail: string,
): Pick<Before, 'text' | 'minus'> & { readonly wholeBehind: SplitAmount['wholeBehind'] } {
  const dashes = NO_CENTS.exec(tail);
  const rest = tail.slice(dashes?.[0].length ?? 0).trim();
  const minus = rest.startsWith('-');
  const sign = dashes?.[1];
  return {
    text: (minus ? rest.slice(1) : rest).trim(),
    minus,
    wholeBehind: sign === '.' || sign === ',' ? sign : undefined,
  };
}
