import { systemClock } from '../../api/ports/system-clock.ts';
import { toServiceOptions } from '../../api/request/run-settings.ts';
import { didYouMean } from '../../domain/did-you-mean.ts';
import { UsageError } from '../../domain/errors.ts';
import { toJsonText } from '../../domain/json-text.ts';
import type { Channel } from '../../domain/listing.ts';
import { renderTable } from '../../report/text/render-table.ts';
import { listChannels, listStrategies } from '../../run/lookup/list-account.ts';
import type { ServiceOptions } from '../../service/open-service.ts';
import { openTransport } from '../../service/transport.ts';
import { readServiceSettings } from '../../settings/read-settings.ts';
import { SERVICE_SETTINGS } from '../../settings/settings.ts';
import type { Context } from '../context/context.ts';
import { watchSignals } from '../terminal/watch-signals.ts';
import { createScreenLog } from './screen-log.ts';

/** Errors: `UsageError` if `what` is neither `strategies` nor `channels`. */
export async function runList(what: string, context: Context): Promise<number> {
  switch (what) {
    case 'strategies':
      return list(what, context, listStrategies, [...COLUMNS, { title: 'name', text: ({ name }) => name }]);
    case 'channels':
      return list(what, context, listChannels, COLUMNS);
    default:
      throw new UsageError([
        `Cannot list "${what}": it is neither strategies nor channels${didYouMean(what, LISTS)}`,
      ]);
  }
}

const LISTS = ['strategies', 'channels'];

const COLUMNS: Parameters<typeof renderTable<Channel>>[1] = [
  { title: 'id', text: ({ id }) => id },
  { title: 'platform', text: ({ platform }) => platform },
  { title: 'type', text: ({ type }) => type ?? '' },
];

async function list<T>(
  what: string,
  { sources, json, verbose, print, printStderr, paint }: Context,
  fetchAll: (options: ServiceOptions, ports: Parameters<typeof listStrategies>[1]) => Promise<readonly T[]>,
  columns: Parameters<typeof renderTable<T>>[1],
): Promise<number> {
  const { values, apiKey, proxy } = readServiceSettings(SERVICE_SETTINGS, sources);
  const watch = watchSignals();
  const log = verbose ? createScreenLog(printStderr, apiKey.redact) : undefined;
  try {
    const ports = {
      clock: systemClock,
      random: Math.random,
      openTransport,
      signal: watch.signal,
      log,
    };
    const items = await fetchAll(toServiceOptions(values, { apiKey, proxy }, 'empty'), ports);
    if (json) print(`${toJsonText({ version: 1, [what]: items }, 2)}\n`);
    else if (items.length === 0) printStderr(`The account has no ${what}\n`);
    else
      print(
        `${renderTable(items, columns)
          .map((line, index) => (index === 0 ? paint('dim', line) : line))
          .join('\n')}\n`,
      );
    return 0;
  } finally {
    watch.stop();
  }
}
