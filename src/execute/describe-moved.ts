import { describeValue, FIELDS } from '../domain/fields.ts';
import type { Listing } from '../domain/listing.ts';
import type { Update } from '../domain/stages.ts';

/** Whatever differs from before, sent or not: guards and pins were settled upon all of it. */
export function describeMoved({ resolved: { listing } }: Update, now: Listing): readonly string[] {
  const fields = FIELDS.filter((field) => now.values[field] !== listing.values[field]);
  return [
    ...fields.map((field) => {
      const [was, is] = [listing, now].map(({ values }) => describeValue(field, values[field]));
      return `${field} was ${was} and is ${is}`;
    }),
    ...(now.currency === listing.currency ? [] : [`currency was ${listing.currency} and is ${now.currency}`]),
  ];
}
