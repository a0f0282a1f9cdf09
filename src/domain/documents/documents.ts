import type { z } from 'zod';
import * as commands from './commands.ts';
import { explanationSchema } from './commands.ts';
import * as history from './history.ts';
import { runEventSchema, webhookSchema } from './notifications.ts';
import { checkSummarySchema, summarySchema } from './summary.ts';

/** What programs read of pricesheet, by the name of its published schema. */
export const DOCUMENTS = {
  check: checkSummarySchema,
  completion: commands.completionSchema,
  doctor: commands.doctorSchema,
  error: commands.errorSchema,
  event: runEventSchema,
  explain: explanationSchema,
  export: commands.exportSchema,
  'history-all': history.historyAllSchema,
  'history-chronic': history.historyChronicSchema,
  'history-list': history.historyListSchema,
  'history-prune': history.historyPruneSchema,
  'history-prune-all': history.historyPruneAllSchema,
  'history-rebuild': history.historyRebuildSchema,
  'history-show': history.historyShowSchema,
  'history-sku': history.historySkuSchema,
  init: commands.initSchema,
  'list-channels': commands.listChannelsSchema,
  'list-strategies': commands.listStrategiesSchema,
  sandbox: commands.sandboxSchema,
  summary: summarySchema,
  webhook: webhookSchema,
} satisfies Record<string, z.ZodType>;
