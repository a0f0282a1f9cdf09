import type { PlanHead } from '../../src/run/folder/plan-schema.ts';

/** The first line of a plan of "costs.csv". */
export function aPlanHead(changed: Partial<PlanHead> = {}): PlanHead {
  return {
    kind: 'plan',
    version: 1,
    command: 'sync',
    dry_run: false,
    created_at: '2026-11-20T08:30:00.000Z',
    account: { base_url: 'https://shop.example/v1', key_fingerprint: '0123456789ab' },
    sheet: {
      path: 'costs.csv',
      cwd: '/shop',
      sha256: '00',
      job: 'costs',
      columns: null,
      decimal_signs: null,
    },
    whole: true,
    journal: 'chained',
    violations: [],
    shape: {
      header: ['sku', 'cost'],
      delimiter: ',',
      decimal_sign: '.',
      money_unit: 'major',
      clear_token: 'null',
    },
    retry_flags: [],
    ...changed,
  };
}
