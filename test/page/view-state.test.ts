import { describe, expect, it } from 'vitest';
import {
  activeFilters,
  FIRST_VIEW,
  followLink,
  isShown,
  parseFragment,
  toFragment,
} from '../../src/page/view-state.ts';
import { NAUGHTY_TEXTS } from '../support/naughty-text.ts';

const SHORT = NAUGHTY_TEXTS.map(({ text }) => text).filter(({ length }) => length > 0 && length <= 300);

/** Without what is not set. */
const setOf = (fragment: string) => JSON.parse(JSON.stringify(parseFragment(fragment)));

describe('parseFragment', () => {
  it.each([
    ['nothing', '', FIRST_VIEW],
    ['a status', '#status=blocked', { ...FIRST_VIEW, status: 'blocked' }],
    ['all that needs attention', '#status=needs_you', { ...FIRST_VIEW, status: 'needs_you' }],
    ['a status that there is none of', '#status=fine', { ...FIRST_VIEW, status: 'fine' }],
    ['no strategy', '#strategy=', { ...FIRST_VIEW, strategy: '' }],
    ['a part of a chart', '#move=cost:up5', { ...FIRST_VIEW, move: 'cost:up5' }],
    ['no status', '#status=', FIRST_VIEW],
    ['a price', '#price=fall', { ...FIRST_VIEW, price: 'fall' }],
    ['a size', '#size=10', { ...FIRST_VIEW, size: '10' }],
    ['what is cleared', '#size=cleared', { ...FIRST_VIEW, size: 'cleared' }],
    ['an order', '#sort=-cost', { ...FIRST_VIEW, sort: 'cost', descending: true }],
    ['an order that is none', '#sort=__proto__', FIRST_VIEW],
    ['a page', '#page=3', { ...FIRST_VIEW, page: 3 }],
    ['a page that is none', '#page=-1', FIRST_VIEW],
    ['a page of many digits', '#page=99999999999999999999', FIRST_VIEW],
    ['words', '#q=red+mug%20%26', { ...FIRST_VIEW, q: 'red mug &' }],
    ['broken escapes', '#q=%E0%A4%A', { ...FIRST_VIEW, q: '\ufffd%A' }],
    ['names that are none', '#toString=1&constructor=2', FIRST_VIEW],
  ])('reads %s', (_name, fragment, view) => {
    expect(setOf(fragment)).toEqual(view);
  });

  it('bears a fragment without end', () => {
    expect(setOf(`#q=${'x'.repeat(100_000)}`).q).toHaveLength(300);
  });

  it.each(SHORT.map((text) => [text]))('brings %j back as it was', (text) => {
    const view = { ...FIRST_VIEW, reason: text, channel: text, sort: 'sku', page: 2 } as const;
    const whole = text.replace(/\p{Cs}/gu, '\ufffd');
    expect(setOf(toFragment(view))).toEqual({ ...view, reason: whole, channel: whole });
  });
});

describe('toFragment', () => {
  it('is empty for the first view, and short for others', () => {
    expect(toFragment(FIRST_VIEW)).toBe('');
    expect(toFragment({ ...FIRST_VIEW, status: 'blocked', move: 'cost:up5', page: 2 })).toBe(
      'status=blocked&move=cost:up5&page=2',
    );
  });
});

describe('followLink', () => {
  const blocked = parseFragment('#status=blocked');

  it('keeps the order and no other filter, so that as many rows are shown as the link says, from the first page on', () => {
    const view = parseFragment('#q=mug&sort=sku&page=4');
    expect(toFragment(followLink(view, blocked))).toBe('status=blocked&sort=sku');
  });

  it('puts one value in place of another', () => {
    expect(followLink(parseFragment('#status=invalid'), blocked).status).toBe('blocked');
  });

  it('takes a filter away that is set already', () => {
    expect(activeFilters(followLink(blocked, blocked))).toEqual([]);
  });
});

describe('isShown', () => {
  it.each([
    ['the very filter', '#status=blocked', true],
    ['one among others', '#status=blocked&q=x', false],
    ['another value', '#status=invalid', false],
    ['no filter', '', false],
  ])('says so of %s', (_name, fragment, isOn) => {
    expect(isShown(parseFragment(fragment), parseFragment('#status=blocked'))).toBe(isOn);
  });
});
