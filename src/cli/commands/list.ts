import { toServiceOptions } from '../../api/caller/run-settings.ts';
import { systemPorts } from '../../api/caller/system-ports.ts';
import { UsageError } from '../../domain/errors.ts';
import { EXIT } from '../../domain/exit-codes.ts';
import type { Channel, Strategy } from '../../domain/listing.ts';
import { didYouMean } from '../../domain/nearest-names.ts';
import { type Column, renderTable } from '../../report/text/render-table.ts';
import { askService } from '../../run/lookup/account-facts.ts';
import type { Service } from '../../service/open-service.ts';
import { readServiceSettings } from '../../settings/read-settings.ts';
import { SERVICE_SETTINGS } from '../../settings/settings.ts';
import type { Context } from '../context/context.ts';
import { createScreenLog } from '../context/context.ts';
import { withSignals } from '../terminal/watch-signals.ts';

/** Errors: `UsageError` if `what` is neither `strategies` nor `channels`. */
export async function runList(what: string, context: Context): Promise<number> {
  if (what === 'channels')
    return list(what, context, (service, signal) => service.listChannels({ signal }), COLUMNS);
  if (what === 'strategies') {
    const columns = [...COLUMNS, { title: 'name', text: ({ name }: Strategy) => name }];
    return list(what, context, (service, signal) => service.listStrategies({ signal }), columns);
  }
  const meant = didYouMean(what, ['strategies', 'channels']);
  throw new UsageError([`Cannot list "${what}": it is neither strategies nor channels${meant}`]);
}

const COLUMNS: readonly Column<Channel>[] = [
  { title: 'id', text: ({ id }) => id },
  { title: 'platform', text: ({ platform }) => platform },
  { title: 'type', text: ({ type }) => type ?? '' },
];

async function list<T>(
  what: string,
  context: Context,
  fetchAll: (service: Service, signal: AbortSignal) => Promise<readonly T[]>,
  columns: readonly Column<T>[],
): Promise<number> {
  const { sources, stdio, json, printStderr, paint } = context;
  const { values, ...access } = readServiceSettings(SERVICE_SETTINGS, sources);
  const log = createScreenLog(context, access.apiKey.redact);
  const items = await withSignals((signal) =>
    askService(toServiceOptions(values, access, 'empty'), { ...systemPorts(stdio, signal), log }, (service) =>
      fetchAll(service, signal),
    ),
  );
  if (items.length === 0 && !json) printStderr(`The account has no ${what}\n`);
  const [head = '', ...lines] = items.length === 0 ? [] : renderTable(items, columns);
  return context.answer({
    document: { version: 1, exit_code: EXIT.done, [what]: items },
    text: () => (lines.length === 0 ? '' : `${[paint('dim', head), ...lines].join('\n')}\n`),
  });
}
