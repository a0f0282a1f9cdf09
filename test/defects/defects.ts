import { ACCOUNT_DEFECTS } from './account-defects.ts';
import { CLI_DEFECTS } from './cli-defects.ts';
import type { Defect } from './defect.ts';
import { DURABILITY_DEFECTS } from './durability-defects.ts';
import { EARLY_END_DEFECTS } from './early-end-defects.ts';
import { EXECUTE_DEFECTS } from './execute-defects.ts';
import { FILES_DEFECTS } from './files-defects.ts';
import { IDENTITY_DEFECTS } from './identity-defects.ts';
import { JOURNAL_DEFECTS } from './journal-defects.ts';
import { KEY_DEFECTS } from './key-defects.ts';
import { LATE_DEFECTS } from './late-defects.ts';
import { MATCH_DEFECTS } from './match-defects.ts';
import { PAGE_DEFECTS } from './page-defects.ts';
import { PLAN_DEFECTS } from './plan-defects.ts';
import { REPORT_DEFECTS } from './report-defects.ts';
import { REREAD_DEFECTS } from './reread-defects.ts';
import { RIGHTS_DEFECTS } from './rights-defects.ts';
import { RUN_DEFECTS } from './run-defects.ts';
import { SCAN_DEFECTS } from './scan-defects.ts';
import { SERVICE_DEFECTS } from './service-defects.ts';
import { SHEET_DEFECTS } from './sheet-defects.ts';
import { SIMULATED_DEFECTS } from './simulated-defects.ts';
import { WORDS_DEFECTS } from './words-defects.ts';

/** The mistakes that would cost sellers money, in the order of the stages, then what goes through all of them. Each has to be caught. */
export const DEFECTS: readonly Defect[] = [
  ...SHEET_DEFECTS,
  ...SERVICE_DEFECTS,
  ...SCAN_DEFECTS,
  ...EARLY_END_DEFECTS,
  ...MATCH_DEFECTS,
  ...PLAN_DEFECTS,
  ...EXECUTE_DEFECTS,
  ...LATE_DEFECTS,
  ...RUN_DEFECTS,
  ...FILES_DEFECTS,
  ...JOURNAL_DEFECTS,
  ...ACCOUNT_DEFECTS,
  ...REREAD_DEFECTS,
  ...REPORT_DEFECTS,
  ...PAGE_DEFECTS,
  ...CLI_DEFECTS,
  ...KEY_DEFECTS,
  ...WORDS_DEFECTS,
  ...IDENTITY_DEFECTS,
  ...DURABILITY_DEFECTS,
  ...RIGHTS_DEFECTS,
  ...SIMULATED_DEFECTS,
];
