import { statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { toCents } from '../../src/domain/cents.ts';
import { listingId } from '../support/builders.ts';
import { aChange, aRecord, writeRun } from '../support/some-history.ts';
import { cpuMsOfChildren, createCpuLog } from './cpu-log.ts';
import { compare, type Group, type Line } from './figure.ts';
import { alternate, measured, type Series } from './measure.ts';
import { cleanEnv, PROGRAM } from './pricesheet.ts';
import { expectSuccess, runChild, TELLING } from './run-child.ts';
import { writeAccounts } from './write-accounts.ts';

const NIGHTS = 365;
const CHANGES = 5000;
const LISTINGS = 20_000;
const DAY_MS = 86_400_000;
const FIRST = Date.parse('2025-11-24T02:15:00Z');
const TIMEOUT_MS = 120_000;
const WITHIN_MS = 1000;
const AIM = 0.5;
/** One SKU of them changes in every hundredth night. */
const SKU = 'SKU-004711';

/** G14: the history of one SKU over a year of nights. */
export const history: Group = {
  ids: ['G14'],
  measure: async ({ full, folder, say }) => {
    const rounds = full ? 11 : 5;
    say(`writing a history of ${NIGHTS} nights with ${CHANGES} changes each`);
    const place = join(folder, 'year');
    writeNights(place);
    return search(place, { rounds, folder });
  },
};

function writeNights(folder: string): void {
  for (let night = 0; night < NIGHTS; night++) {
    const started_at = new Date(FIRST + night * DAY_MS).toISOString();
    const changes = Array.from({ length: CHANGES }, (_, n) => {
      const sku =
        night % 100 === 0 && n === 7 ? SKU : `ITEM-${String((night * 31 + n) % LISTINGS).padStart(6, '0')}`;
      const is = toCents(600 + ((night * 7 + n) % 400));
      return aChange({ at: started_at, line: n + 2, sku, listing_id: listingId(n + 1), is });
    });
    writeRun({ folder }, aRecord({ started_at }), { changes });
  }
}

interface Measuring {
  readonly rounds: number;
  readonly folder: string;
}

async function search(place: string, { rounds, folder }: Measuring): Promise<readonly Line[]> {
  const cpu = createCpuLog();
  const times = await alternate(rounds, {
    ours: start('ours', [PROGRAM, 'history', 'sku', SKU, '--history', place], { cpu, folder, says: SKU }),
  });
  const name = `history of a SKU over ${NIGHTS} nights of ${CHANGES} changes, whole process`;
  return [{ ...wanted('G14', name, times.ours), notes: cpu.tell() }];
}

interface Starting {
  readonly cpu: ReturnType<typeof createCpuLog>;
  readonly folder: string;
  /** Part of what it prints, if it did its work. */
  readonly says: string;
}

function start(name: string, argv: readonly string[], { cpu, folder, says }: Starting) {
  return async (): Promise<number> => {
    const before = cpuMsOfChildren();
    const options = { cwd: folder, env: cleanEnv(folder), timeoutMs: TIMEOUT_MS };
    const { ms, stdout } = expectSuccess(await runChild([process.execPath, ...argv], options), name);
    if (!stdout.includes(says)) throw new Error(`${name} printed no "${says}"`);
    cpu.add(name, cpuMsOfChildren() - before);
    return ms;
  };
}

/** What is wanted itself, as a yardstick that is always the same. */
function wanted(id: string, name: string, ours: Series, { most = WITHIN_MS, unit = 'ms' } = {}): Line {
  const count = ours.kind === 'measured' ? ours.values.length : 1;
  const yardstick = measured(...Array.from({ length: count }, () => most));
  const bounds = { must: { most: 1 }, aim: { most: AIM } };
  return compare({ id, name, ours, yardstick, against: 'wanted', unit, ...bounds });
}

const ACCOUNTS = 500;
const ACCOUNTS_MS = 2000;
const ACCOUNTS_MB = 200;
const PAGE_MB = 3;
const MB = 1_000_000;

/** G16: the history of many accounts on the screen, as JSON and as a page. */
export const accounts: Group = {
  ids: ['G16'],
  measure: async ({ full, folder, say }) => {
    say(`writing the histories of ${ACCOUNTS} accounts`);
    const cwd = join(folder, 'accounts');
    writeAccounts(cwd, ACCOUNTS, new Date(Date.now() - 3_600_000).toISOString());
    const memory: number[] = [];
    const startAll = (argv: readonly string[]) => async (): Promise<number> => {
      const command = [process.execPath, ...TELLING, PROGRAM, 'history', '--all', 'shop-*', ...argv];
      const ended = await runChild(command, { cwd, env: cleanEnv(folder), timeoutMs: TIMEOUT_MS });
      // One account in ten needs a look.
      if (ended.code !== 3) throw new Error(`history --all ended with ${ended.code}: ${ended.stderr}`);
      memory.push((ended.usage?.peakBytes ?? Number.NaN) / MB);
      return ended.ms;
    };
    const forms = { screen: [], JSON: ['--json'], page: ['--html', 'page.html'] };
    const works = Object.entries(forms).map(([form, argv]) => [form, startAll(argv)] as const);
    const times = await alternate(full ? 11 : 5, Object.fromEntries(works));
    const name = `history --all of ${ACCOUNTS} accounts of 90 nights`;
    const page = measured(statSync(join(cwd, 'page.html')).size / MB);
    return [
      ...Object.entries(times).map(([form, ms]) =>
        wanted('G16', `${name}, ${form}, whole process`, ms, { most: ACCOUNTS_MS }),
      ),
      wanted('G16', `${name}, peak memory`, measured(...memory), { most: ACCOUNTS_MB, unit: 'MB' }),
      wanted('G16', `${name}, size of the page`, page, { most: PAGE_MB, unit: 'MB' }),
    ];
  },
};
