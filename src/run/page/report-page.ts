import { DiskError, errorDetails } from '../../domain/errors.ts';
import type { Reason } from '../../domain/reasons.ts';
import type { Redact } from '../../domain/secret.ts';
import type { PageFacts } from '../../report/page/describe-page.ts';
import type { PageRow } from '../../report/page/page-row.ts';
import { PageTally } from '../../report/page/page-tally.ts';
import { renderPage } from '../../report/page/render-page.ts';
import { RUN_FILES, type RunFolder } from '../folder/run-folder.ts';
import { readPageAssets } from './page-assets.ts';
import { PageRows } from './page-rows.ts';

/** Why there is no `report.html`. */
export interface PageFailure {
  readonly code: Reason;
  readonly message: string;
  readonly hint: string | undefined;
}

/**
 * Builds `report.html` while rows are added in the order of the sheet, beside the files that matter more. Its failure is
 * reported at the end and keeps nothing else from being done.
 */
export class ReportPage {
  readonly #redact: Redact;
  readonly #tally: PageTally;
  readonly #rows: PageRows;
  #failure: PageFailure | undefined;

  constructor({ missingIsOk, redact }: { readonly missingIsOk: boolean; readonly redact: Redact }) {
    this.#redact = redact;
    this.#tally = new PageTally({ missingIsOk });
    this.#rows = new PageRows({ missingIsOk, redact });
  }

  add(row: PageRow): void {
    if (this.#failure) return;
    try {
      this.#tally.add(row);
      this.#rows.add(row);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Writes the complete page or nothing, and returns why not. */
  async write(folder: RunFolder, describe: () => PageFacts): Promise<PageFailure | undefined> {
    if (this.#failure) return this.#failure;
    try {
      const input = { facts: describe(), digest: this.#tally.result(), rows: this.#rows.result() };
      const page = renderPage(input, { assets: readPageAssets(), redact: this.#redact });
      await folder.writeWhole(RUN_FILES.report, page);
    } catch (error) {
      this.#fail(error);
    }
    return this.#failure;
  }

  #fail(error: unknown): void {
    this.#failure = error instanceof DiskError ? error : describeBug(error);
  }
}

function describeBug(error: unknown): PageFailure {
  return {
    code: 'bug',
    message: `Cannot make ${RUN_FILES.report}; all other files were written: ${errorDetails(error)}`,
    hint: 'This is a bug in pricesheet: please report it',
  };
}
