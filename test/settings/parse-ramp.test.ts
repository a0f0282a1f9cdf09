import { describe, expect, it } from 'vitest';
import { ramp } from '../../src/settings/parse-ramp.ts';

const percent = (value: number) => ({ kind: 'percent', percent: value });
const count = (value: number) => ({ kind: 'count', count: value });

describe('--ramp', () => {
  it.each([
    ['1%,10%,100%', [percent(1), percent(10), percent(100)]],
    [' 1% , 10 % , 100% ', [percent(1), percent(10), percent(100)]],
    ['0.5%,100%', [percent(0.5), percent(100)]],
    ['20,200,100%', [count(20), count(200), percent(100)]],
    ['50,10%,100%', [count(50), percent(10), percent(100)]],
    ['100%', [percent(100)]],
  ])('understands "%s"', (text, value) => {
    expect(ramp(text)).toEqual({ ok: true, value });
  });

  it.each([
    ['', 'has "", which is neither a number such as 50 nor a percentage such as 10%'],
    ['1%,,100%', 'has "", which is neither'],
    ['1%,100', 'does not end with 100%: in the end all updates are sent, as with 1%,100,100%'],
    ['1%,10%', 'does not end with 100%: in the end all updates are sent, as with 1%,10%,100%'],
    ['10%,1%,100%', 'has 1% after a step that is as large or larger'],
    ['10%,10%,100%', 'has 10% after a step that is as large or larger'],
    ['200,20,100%', 'has 20 after a step that is as large or larger'],
    ['100%,100%', 'has 100% after a step that is as large or larger'],
    ['10%,110%', 'does not end with 100%'],
    ['0,100%', 'has "0", which is neither'],
    ['0%,100%', 'has "0%", which is neither'],
    ['-1%,100%', 'has "-1%", which is neither'],
    ['1e1%,100%', 'has "1e1%", which is neither'],
    ['1;10;100%', 'has "1;10;100%", which is neither'],
    ['a tenth,100%', 'has "a tenth", which is neither'],
    [
      `${Array.from({ length: 20 }, (_, at) => `${at + 1}%`).join(',')},100%`,
      'has 21 steps, and 20 are the most',
    ],
  ])('refuses "%s"', (text, why) => {
    const parsed = ramp(text);
    expect(parsed.ok ? '' : parsed.why).toContain(why);
  });
});
