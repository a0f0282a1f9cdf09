import type { PageFacts } from './page-facts.ts';

/** Settings by name, and where each comes from; defaults come last. */
export function describeSettings(settings: Readonly<Record<string, unknown>>): PageFacts['settings'] {
  return Object.entries(settings)
    .map(([name, shown]) => ({ name, ...toParts(shown) }))
    .sort((one, other) => Number(one.from === 'default') - Number(other.from === 'default'));
}

function toParts(shown: unknown): { readonly value: string; readonly from: string } {
  const parts = typeof shown === 'object' && shown !== null ? new Map(Object.entries(shown)) : undefined;
  if (!parts?.has('value')) return { value: String(shown), from: '' };
  const value = parts.get('value');
  return { value: value === null ? 'none' : String(value), from: String(parts.get('from') ?? '') };
}
