import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { TEMP_ROOT } from '../support/temp-root.ts';
import { playNights } from './play-nights.ts';

/** Sixty nights of one job, with a trouble in most of them, and what the history gets wrong. */

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1' },
    from: { type: 'string', default: '1' },
    nights: { type: 'string', default: '60' },
  },
});
const from = Number(values.from);
let mistakes = 0;
for (let seed = from; seed < from + Number(values.seeds); seed++) {
  const cwd = realpathSync(mkdtempSync(join(TEMP_ROOT, 'pricesheet-')));
  try {
    const played = await playNights({ seed, nights: Number(values.nights), cwd });
    const wrong = played.flatMap((night) => night.wrong);
    const troubles = new Map<string, number>();
    for (const { trouble } of played) troubles.set(trouble, (troubles.get(trouble) ?? 0) + 1);
    const counted = [...troubles].map(([trouble, count]) => `${count} × ${trouble}`).join(', ');
    process.stdout.write(`Seed ${seed}: ${played.length} nights, ${wrong.length} mistakes (${counted})\n`);
    for (const what of wrong) process.stdout.write(`  ${what}\n`);
    mistakes += wrong.length;
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}
process.exitCode = mistakes === 0 ? 0 : 1;
