import type { Listing, Strategy } from './catalogue.ts';
import type { ListingPatch } from './listing-store.ts';
import { type NullStyle, parseNullable } from './parse-nullable.ts';
import { parseWholeNumber } from './read-parameters.ts';
import { refuseParameter } from './refusal.ts';

const moneyParameters = ['cost', 'minimum_price', 'maximum_price', 'manual_price'] as const;

/** The parameters of `POST /listings/{id}`. */
export const updateParameters = ['currency', ...moneyParameters, 'strategy', 'repricing'] as const;

interface UpdateRules {
  readonly listing: Listing;
  readonly nulls: NullStyle;
  readonly findStrategy: (id: string) => Strategy | undefined;
}

/**
 * Reads the parameters of an update into the fields to set. A parameter that was not sent has no field in the result.
 *
 * An update is taken whole or refused whole. Whether a minimum above a maximum is an error is not documented: it is stored.
 *
 * Errors: `Refusal` 400 for the first parameter that breaks a rule.
 * Source: interface.md section 4.4.
 */
export function parseUpdate(values: ReadonlyMap<string, string>, rules: UpdateRules): ListingPatch {
  checkCurrency(values, rules.listing.currency);
  let patch: ListingPatch = {};
  for (const param of moneyParameters) {
    const cents = parseNullable(values.get(param), rules.nulls, (text) => parseCents(param, text));
    if (cents !== undefined) patch = { ...patch, [param]: cents };
  }
  const strategy = parseNullable(values.get('strategy'), rules.nulls, (text) => parseStrategy(text, rules));
  const repricing = parseRepricing(values.get('repricing'));
  return {
    ...patch,
    ...(strategy !== undefined && { strategy }),
    ...(repricing !== undefined && { repricing }),
  };
}

/** Any money parameter needs a currency, also one that is sent to set null. A currency sent alone must still be the listing's. */
function checkCurrency(values: ReadonlyMap<string, string>, expected: string): void {
  const currency = values.get('currency');
  const needing = moneyParameters.find((param) => values.has(param));
  if (currency === undefined) {
    if (needing !== undefined) throw refuseParameter('currency', `it is missing, "${needing}" needs it`);
  } else if (!/^[a-z]{3}$/.test(currency)) {
    throw refuseParameter('currency', `it is "${currency}", it must be a three-letter lower-case code`);
  } else if (currency !== expected) {
    throw refuseParameter('currency', `it is "${currency}", the currency of the listing is "${expected}"`);
  }
}

/** Negative amounts are refused, which the document leaves open. */
function parseCents(param: string, text: string): number {
  const cents = parseWholeNumber(text);
  if (cents === undefined)
    throw refuseParameter(param, `it is "${text}", it must be an integer of 0 or more`);
  return cents;
}

function parseStrategy(text: string, { listing, findStrategy }: UpdateRules): string {
  const strategy = findStrategy(text);
  if (strategy === undefined) throw refuseParameter('strategy', `there is no strategy "${text}"`);
  if (strategy.platform !== listing.platform) {
    throw refuseParameter(
      'strategy',
      `"${text}" is for platform "${strategy.platform}", the listing is on "${listing.platform}"`,
    );
  }
  return strategy.id;
}

function parseRepricing(text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (text !== 'true' && text !== 'false') {
    throw refuseParameter('repricing', `it is "${text}", it must be "true" or "false"`);
  }
  return text === 'true';
}
