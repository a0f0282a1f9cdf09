import { ACCOUNT_DEFECTS } from './account-defects.ts';
import { APPROVAL_DEFECTS } from './approval-defects.ts';
import { CLI_DEFECTS } from './cli-defects.ts';
import type { Defect } from './defect.ts';
import { DURABILITY_DEFECTS } from './durability-defects.ts';
import { EARLY_END_DEFECTS } from './early-end-defects.ts';
import { ENGINE_DEFECTS } from './engine-defects.ts';
import { EXECUTE_DEFECTS } from './execute-defects.ts';
import { FEE_DEFECTS } from './fee-defects.ts';
import { FILES_DEFECTS } from './files-defects.ts';
import { FOLLOW_UP_DEFECTS } from './follow-up-defects.ts';
import { HISTORY_DEFECTS } from './history-defects.ts';
import { IDENTITY_DEFECTS } from './identity-defects.ts';
import { INIT_DEFECTS } from './init-defects.ts';
import { JOURNAL_DEFECTS } from './journal-defects.ts';
import { KEY_DEFECTS } from './key-defects.ts';
import { LATE_DEFECTS } from './late-defects.ts';
import { MATCH_DEFECTS } from './match-defects.ts';
import { NEWEST_DEFECTS } from './newest-defects.ts';
import { NIGHT_DEFECTS } from './night-defects.ts';
import { NIGHTS_PAGE_DEFECTS } from './nights-page-defects.ts';
import { PAGE_DEFECTS } from './page-defects.ts';
import { PLAN_DEFECTS } from './plan-defects.ts';
import { PRICE_DEFECTS } from './price-defects.ts';
import { RAMP_DEFECTS } from './ramp-defects.ts';
import { REPORT_DEFECTS } from './report-defects.ts';
import { REREAD_DEFECTS } from './reread-defects.ts';
import { RIGHTS_DEFECTS } from './rights-defects.ts';
import { RUN_DEFECTS } from './run-defects.ts';
import { SCAN_DEFECTS } from './scan-defects.ts';
import { SERVICE_DEFECTS } from './service-defects.ts';
import { SHEET_DEFECTS } from './sheet-defects.ts';
import { SIMULATED_DEFECTS } from './simulated-defects.ts';
import { SPREADSHEET_DEFECTS } from './spreadsheet-defects.ts';
import { VERSION_DEFECTS } from './version-defects.ts';
import { WORDS_DEFECTS } from './words-defects.ts';

/** The mistakes that would cost sellers money, in the order of the stages, then what goes through all of them. Each has to be caught. */
export const DEFECTS: readonly Defect[] = [
  ...SHEET_DEFECTS,
  ...NEWEST_DEFECTS,
  ...ENGINE_DEFECTS,
  ...SERVICE_DEFECTS,
  ...SCAN_DEFECTS,
  ...EARLY_END_DEFECTS,
  ...MATCH_DEFECTS,
  ...SPREADSHEET_DEFECTS,
  ...PLAN_DEFECTS,
  ...FEE_DEFECTS,
  ...PRICE_DEFECTS,
  ...EXECUTE_DEFECTS,
  ...LATE_DEFECTS,
  ...RUN_DEFECTS,
  ...HISTORY_DEFECTS,
  ...APPROVAL_DEFECTS,
  ...NIGHT_DEFECTS,
  ...FILES_DEFECTS,
  ...VERSION_DEFECTS,
  ...JOURNAL_DEFECTS,
  ...ACCOUNT_DEFECTS,
  ...REREAD_DEFECTS,
  ...FOLLOW_UP_DEFECTS,
  ...RAMP_DEFECTS,
  ...REPORT_DEFECTS,
  ...PAGE_DEFECTS,
  ...NIGHTS_PAGE_DEFECTS,
  ...CLI_DEFECTS,
  ...KEY_DEFECTS,
  ...INIT_DEFECTS,
  ...WORDS_DEFECTS,
  ...IDENTITY_DEFECTS,
  ...DURABILITY_DEFECTS,
  ...RIGHTS_DEFECTS,
  ...SIMULATED_DEFECTS,
];
