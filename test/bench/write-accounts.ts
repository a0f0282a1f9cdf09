import * as fs from 'node:fs';
import { join } from 'node:path';
import { toCents } from '../../src/domain/cents.ts';
import { atOnce } from '../../src/run/disk/in-slices.ts';
import { AgreedValues } from '../../src/run/ledger/agreed-values.ts';
import { ledgerPath } from '../../src/run/ledger/ledger-files.ts';
import { writingState } from '../../src/run/ledger/write-ledger.ts';
import { listingId } from '../support/builders.ts';
import { CHRONIC, FAILED, IN_NEED, STOPPED, writeNinetyNights } from '../support/ninety-nights.ts';

const LISTINGS = 5000;

/** Writes the folders of accounts with ninety nights each, of which one in ten needs a look. `last`: when their last run began, in ISO 8601. */
export function writeAccounts(folder: string, accounts: number, last: string): void {
  const values = new AgreedValues();
  for (let n = 1; n <= LISTINGS; n++) values.set(listingId(n), 'cost', toCents(600 + (n % 90)));
  for (let n = 0; n < accounts; n++) {
    const runs = join(folder, `shop-${String(n).padStart(4, '0')}`, 'runs');
    const now = n % 10 === 3 ? [FAILED, IN_NEED, STOPPED][Math.floor(n / 10) % 3] : undefined;
    const odd = { [10 + (n % 30)]: FAILED, [50 + (n % 17)]: STOPPED, [45 + (n % 4)]: null };
    const [record] = writeNinetyNights({ runs, last, nights: 90, odd: { ...odd, ...(now && { 0: now }) } });
    if (!record) continue;
    const open = now === IN_NEED ? CHRONIC : [];
    const state = {
      run: record.id,
      attention: open.filter((line) => line.kind === 'attention'),
      drifts: open.filter((line) => line.kind === 'drift'),
      doubts: [],
      values,
    };
    atOnce(
      writingState(ledgerPath(join(runs, '.history'), record), state, { disk: fs, at: record.finished_at }),
    );
  }
}
