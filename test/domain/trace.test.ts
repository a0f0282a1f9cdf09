import { describe, expect, it } from 'vitest';
import { parseTraceparent } from '../../src/domain/trace.ts';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT_ID = '00f067aa0ba902b7';

describe('parseTraceparent', () => {
  it.each([
    ['sampled', `00-${TRACE_ID}-${PARENT_ID}-01`, true],
    ['not sampled', `00-${TRACE_ID}-${PARENT_ID}-00`, false],
    ['with flags of later versions', `00-${TRACE_ID}-${PARENT_ID}-03`, true],
    ['of a later version', `01-${TRACE_ID}-${PARENT_ID}-01-more`, true],
    ['with a blank at its end', `00-${TRACE_ID}-${PARENT_ID}-01\n`, true],
  ])('understands one that is %s', (_name, text, sampled) => {
    expect(parseTraceparent(text)).toEqual({ trace_id: TRACE_ID, parent_id: PARENT_ID, sampled });
  });

  it.each([
    ['empty', ''],
    ['a word', 'none'],
    ['short', `00-${TRACE_ID.slice(1)}-${PARENT_ID}-01`],
    ['in capitals', `00-${TRACE_ID.toUpperCase()}-${PARENT_ID}-01`],
    ['of no trace', `00-${'0'.repeat(32)}-${PARENT_ID}-01`],
    ['of no span', `00-${TRACE_ID}-${'0'.repeat(16)}-01`],
    ['of a version that is forbidden', `ff-${TRACE_ID}-${PARENT_ID}-01`],
    ['of version 0 with more behind it', `00-${TRACE_ID}-${PARENT_ID}-01-more`],
  ])('refuses one that is %s', (_name, text) => {
    expect(parseTraceparent(text)).toBeUndefined();
  });
});
