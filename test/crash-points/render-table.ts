import { PHASES } from './phases.ts';
import type { Played } from './play-point.ts';
import { KINDS } from './point.ts';

/** How many points there were and how many failed, by kind, phase and call, as it really came. */
export function renderTable(played: readonly Played[]): string {
  const lines = KINDS.flatMap((kind) =>
    PHASES.flatMap((phase) => {
      const some = played.filter(({ point, hit }) => point.kind === kind && hit?.phase === phase);
      if (some.length === 0) return [];
      const failed = some.filter(({ problems }) => problems.length > 0).length;
      return [`| ${kind} | ${phase} | ${some.length} | ${failed} | ${countCalls(some)} |`];
    }),
  );
  return ['| what | phase | points | failures | calls |', '| --- | --- | ---: | ---: | --- |', ...lines].join(
    '\n',
  );
}

function countCalls(played: readonly Played[]): string {
  const counts = new Map<string, number>();
  for (const { hit } of played) if (hit) counts.set(hit.call, (counts.get(hit.call) ?? 0) + 1);
  return [...counts].map(([call, count]) => `${call} ${count}`).join(', ');
}
