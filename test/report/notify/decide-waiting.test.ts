import { describe, expect, it } from 'vitest';
import { isWaitingDue } from '../../../src/report/notify/decide-waiting.ts';
import { anEnding } from '../support-ending.ts';

const HOUR = 3_600_000;
const NOW = 1_800_000_000_000;
const held = { rows: 12, command: 'pricesheet apply r --only r/review.csv' };
const ending = (fields: object = {}) => anEnding({ exitCode: 0, finishedAt: NOW, held, ...fields });

describe('isWaitingDue', () => {
  it.each([
    ['rows wait for the first time', undefined, {}, true],
    ['no row waits', undefined, { held: undefined }, false],
    ['it was said an hour ago', { rows: 12, deliveredAt: NOW - HOUR }, {}, false],
    ['it was said last night', { rows: 12, deliveredAt: NOW - 23 * HOUR }, {}, true],
    ['more wait than were said', { rows: 11, deliveredAt: NOW - HOUR }, {}, true],
    ['the clock was set back', { rows: 12, deliveredAt: NOW + HOUR }, {}, true],
    ['the run has a message of its failure', undefined, { exitCode: 3 }, false],
  ])('where %s: %s', (_, before, fields, expected) => {
    expect(isWaitingDue(before, ending(fields))).toBe(expected);
  });
});
