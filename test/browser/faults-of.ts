/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe has against a page, as `rule: element`. */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    // @ts-expect-error It was put there a line ago.
    const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
    return violations.flatMap(
      ({ id, nodes }: { id: string; nodes: readonly { target: unknown; failureSummary: string }[] }) =>
        nodes.slice(0, 5).map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
    );
  });
}
