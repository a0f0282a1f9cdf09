import type { Shell } from '../../domain/quote-word.ts';
import { explainReason, type Reason } from '../../domain/reasons.ts';
import type { UndoShape } from '../files/render-undo.ts';
import { describeApproved } from '../screen/describe-run-end.ts';
import type { RunReport } from '../tally/run-report.ts';
import { capitalize, formatDuration, nameOfSheet } from '../text/words.ts';
import { allowing, newKeyRules } from '../view/held-rows.ts';
import { retryCommand, type StepOptions } from '../view/list-next-steps.ts';
import { type Fact, nameStatuses, viewRun } from '../view/run-view.ts';

interface PageOptions extends StepOptions {
  /** How the sheet was written. */
  readonly shape: UndoShape;
  readonly version: string;
  /** Where the commands are to be run. */
  readonly cwd: string;
  /** The files of the run folder, by what they are. */
  readonly files: readonly Fact[];
  /** The plan, if its updates are to be approved. */
  readonly reviewed?: { readonly seal: string; readonly isUnsent: boolean } | undefined;
}

/** What the page says of a run as a whole. */
export type PageFacts = ReturnType<typeof describePage>;

export function describePage(report: RunReport, options: PageOptions) {
  const { sheet, startedAt, finishedAt, digest, pace } = report;
  const allowed = settingOf(report.settings, 'allow');
  const view = viewRun(report, { ...options, verbose: true });
  return {
    version: options.version,
    command: report.command,
    /** All that is read on screens and in messages too. */
    view,
    /** The run folder, as an absolute path. */
    folder: report.folder,
    /** Nothing was sent, or nothing yet. */
    isDryRun: report.dryRun || report.declined || report.preview !== undefined,
    startedAt,
    /** For how long, and what was allowed; each a few words. */
    line: [
      `took ${formatDuration(finishedAt - startedAt)}`,
      ...(allowed === undefined ? [] : [`allowed by --allow: ${allowed}`]),
    ],
    /** What is said of the run besides, on demand. */
    summary: [
      ['Account', view.account],
      ['Folder', report.folder],
      ...(report.approval ? [['Approved', describeApproved(report.approval).join(', ')] as const] : []),
    ] as readonly Fact[],
    sheetName: nameOfSheet(sheet.path),
    /** If rows can be approved. */
    approval: approvalOf(report, options),
    /** Rows of the sheet: fewer than there are lines of results.csv where some matched several listings. */
    rows: sheet.rows,
    /** Where all lines are; nothing where they could not be written. */
    where: view.file && `in ${view.file}`,
    byStatus: digest.byStatus,
    statusNames: nameStatuses(digest),
    /** `updated` rows that this run found so. */
    alreadyCorrect: digest.alreadyCorrect,
    missingIsOk: report.missingIsOk,
    /** It sends what a person approved. */
    isReviewed: report.approval !== undefined,
    /** Where the commands are to be run. */
    cwd: options.cwd,
    /** Sends rows that have this reason again, if they need no other plan. */
    commandFor: (reason: Reason): string | undefined => {
      const { retry } = explainReason(reason);
      return retry && retryCommand(report, options, retry === 'allowed' ? [reason] : []);
    },
    /** How listings were found, and the requests made. */
    requests: [
      ...view.facts,
      ['Rate', pace.setting === 'auto' ? 'auto' : `${pace.setting} a second at most`],
    ] as readonly Fact[],
    /** How the file was read; nothing where none was. */
    reading: describeReadingFacts(sheet.reading, sheet.sha256),
    columns: describeColumns(sheet.reading),
    settings: describeSettings(report.settings),
    files: options.files,
    strategyNames: report.strategyNames,
  };
}

function approvalOf(
  report: RunReport,
  { reviewed, shape, folder, applyFlags, cwd, shell }: PageOptions,
): ApprovalFacts | undefined {
  const { stop, unwritten = [] } = report;
  // Without the file, the plan could not be read back.
  if (!reviewed || unwritten.includes('review.csv')) return undefined;
  const flags = [...applyFlags, ...allowing([...newKeyRules(report), ...(stop?.rules ?? [])], [])];
  return describeApproval(reviewed, { shape, run: folder, flags, cwd, shell });
}

/** A setting as text, where it is set to something. */
function settingOf(settings: RunReport['settings'], name: string): string | undefined {
  const { value } = Object(settings[name]);
  return typeof value === 'string' && value !== '' && value !== 'none' ? value : undefined;
}

/** Settings by name, and where each comes from; defaults come last. */
function describeSettings(settings: RunReport['settings']): readonly Setting[] {
  return Object.entries(settings)
    .map(([name, { value, from }]) => ({ name, value: value ?? 'none', from }))
    .sort((one, other) => Number(one.from === 'default') - Number(other.from === 'default'));
}

interface Setting {
  readonly name: string;
  readonly value: string;
  readonly from: string;
}

/** How a sheet was read, for people, as `summary.json` has it. Nothing where none was. */
function describeReadingFacts(reading: object | undefined, sha256: string): readonly Fact[] {
  if (!reading) return [];
  const facts = Object.entries(reading).flatMap(([key, value]): readonly Fact[] => {
    const text = key === 'columns' ? '' : toText(value);
    return text === '' ? [] : [[capitalize(key.replaceAll('_', ' ')), text]];
  });
  return [...facts, ['SHA-256', sha256]];
}

/** Which header became which field. */
function describeColumns(reading: object | undefined): readonly Fact[] {
  const columns = new Map(Object.entries(reading ?? {})).get('columns');
  return Object.entries(columns ?? {}).map(([field, header]) => [field, String(header)] as const);
}

function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map((item) => String(item)).join(', ');
  if (typeof value !== 'object') return value === '\t' ? 'tab' : String(value);
  return Object.entries(value)
    .map(([key, item]) => `${key} "${item}"`)
    .join(', ');
}

/** How rows are approved on the page, and by what command the file is sent that it gives away. */
export interface ApprovalFacts {
  /** The checksum that seals the plan. */
  readonly seal: string;
  /** The run has sent what it could, so that only held rows are to be approved. */
  readonly onlyHeld: boolean;
  readonly delimiter: string;
  readonly decimalSign: '.' | ',';
  /** What the name of a file begins with. */
  readonly name: string;
  /** The run folder as the user would name it. */
  readonly run: string;
  /** Flags that the command needs. */
  readonly flags: readonly string[];
  /** Where it is to be run, and in which shell. */
  readonly cwd: string;
  readonly shell: Shell;
}

interface ApprovalOptions extends Pick<ApprovalFacts, 'run' | 'flags' | 'cwd' | 'shell'> {
  readonly shape: Pick<ApprovalFacts, 'delimiter' | 'decimalSign'>;
}

/** What the page needs to write the review file of a plan. */
export function describeApproval(
  { seal, isUnsent }: { readonly seal: string; readonly isUnsent: boolean },
  { shape: { delimiter, decimalSign }, ...place }: ApprovalOptions,
): ApprovalFacts {
  return { seal, onlyHeld: !isUnsent, delimiter, decimalSign, name: nameOf(place.run), ...place };
}

/** Longer names leave no room for what is put behind them. Units: characters, of at most four bytes. */
const MAX_NAME = 50;

/** The name of a run folder, as a file name that no shell and no system takes for something else. */
function nameOf(run: string): string {
  const stem = run
    .replace(/[\\/]+$/, '')
    .replace(/^.*[\\/]/, '')
    .replace(/[^\p{L}\p{N}_-]+/gu, '-')
    .replace(/^-+/, '');
  return [...stem].slice(0, MAX_NAME).join('') || 'run';
}
