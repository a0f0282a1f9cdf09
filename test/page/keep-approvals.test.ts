import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openKeeper } from '../../src/page/approving.ts';

const NOW = Date.UTC(2026, 10, 24);
const DAY = 86_400_000;
const KEPT = { text: 'VVF', isSaved: true, at: NOW };

/** Names are its own keys, as in a browser. */
class Shelf {
  [name: string]: unknown;

  getItem(name: string): string | null {
    return typeof this[name] === 'string' ? this[name] : null;
  }

  setItem(name: string, text: string): void {
    this[name] = text;
  }

  removeItem(name: string): void {
    delete this[name];
  }
}

describe('openKeeper', () => {
  beforeEach(() => {
    vi.stubGlobal('localStorage', new Shelf());
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('forgets after thirty days, and leaves alone what is not its own', () => {
    localStorage.setItem('of another page', 'text');
    openKeeper('one', NOW).keep(KEPT);
    openKeeper('another', NOW + 31 * DAY);
    expect(Object.keys(localStorage)).toEqual(['of another page']);
  });
});
