import { expect, it } from 'vitest';
import type { Outcome } from '../../../src/domain/stages.ts';
import { anUpdate, cents } from '../../support/builders.ts';
import { anOutcome, digestOf } from '../support.ts';

const refused = { status: 'conflict', reason: 'strategy_refused' } as const;

it.each<[string, Partial<Outcome>, number]>([
  ['was updated', { status: 'updated', attempts: 1 }, 1],
  ['may have been', { status: 'unconfirmed', attempts: 2 }, 1],
  ['was updated by others before its first attempt', { status: 'updated', attempts: 0 }, 0],
  ['was set by others before its next attempt', { status: 'updated', attempts: 1, notApplied: true }, 0],
  ['was given back but for its strategy', { ...refused, attempts: 2 }, 1],
  ['was given back by others but for its strategy', { ...refused, attempts: 1, notApplied: true }, 0],
  ['was refused', { status: 'failed', attempts: 1 }, 0],
  ['was never sent', { status: 'skipped', attempts: 0 }, 0],
])('counts among the updates that an undo is offered for one that %s', (_name, fields, own) => {
  expect(digestOf([anOutcome(anUpdate({ cost: cents(640) }), fields)]).own).toBe(own);
});
