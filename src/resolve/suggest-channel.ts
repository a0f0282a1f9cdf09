import { askAbout } from '../domain/did-you-mean.ts';
import type { Channel } from '../domain/listing.ts';
import { nearestNames } from '../domain/nearest-names.ts';

/**
 * The channels of the account, to go behind a message about one that it doesn't have, and which of them may be meant: one whose
 * id is near, or those of the platform or the type that was named instead of an id.
 */
export function describeChannels(text: string, channels: readonly Channel[]): string {
  const known = channels.map(nameChannel).join(', ');
  return `it has: ${known || 'none'}${askAbout(findMeant(text, channels))}`;
}

function nameChannel({ id, platform }: Channel): string {
  return `${id} (${platform})`;
}

/** More than that would be a list again. */
const MOST = 3;

function findMeant(text: string, channels: readonly Channel[]): readonly string[] {
  const ids = nearestNames(
    text,
    channels.map(({ id }) => id),
  );
  if (ids.length > 0) return ids;
  const words = new Set(
    nearestNames(
      text,
      channels.flatMap(({ platform, type }) => [platform, type ?? '']),
    ),
  );
  const named = channels.filter(({ platform, type }) => words.has(platform) || words.has(type ?? ''));
  return named.length > MOST ? [] : named.map(({ id }) => id);
}
