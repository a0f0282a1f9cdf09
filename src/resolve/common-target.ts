import type { Channel } from '../domain/listing.ts';
import type { Row, SheetRow } from '../domain/row.ts';
import type { Carried } from '../domain/stages.ts';
import type { ScanFilters } from './scan-account.ts';

/**
 * The platform and the channel that every row names, where they all name the same: nothing else is to be found. A channel
 * that the account doesn't have is none to ask for.
 */
export function commonTarget(rows: readonly (Row | Carried)[], channels: readonly Channel[]): ScanFilters {
  const targets = rows.filter((row): row is SheetRow => row.kind === 'row').map(({ target }) => target);
  const common = (pick: (target: SheetRow['target']) => string | undefined): string | undefined => {
    const first = targets[0] && pick(targets[0]);
    return targets.every((target) => pick(target) === first) ? first : undefined;
  };
  const [platform, channel] = [common((target) => target.platform), common((target) => target.channel)];
  return {
    ...(platform === undefined ? {} : { platform }),
    ...(channels.some(({ id }) => id === channel) ? { channel } : {}),
  };
}
