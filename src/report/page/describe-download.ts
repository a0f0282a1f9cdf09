import type { Shell } from '../../domain/quote-word.ts';
import type { CellShape } from '../files/listing-records.ts';
import { OUTPUT_LAYOUT } from '../files/output-layout.ts';
import { formatCommand } from '../text/format-command.ts';

/** How a sheet of the page's rows is written, and what it is sent by. */
export interface DownloadFacts extends CellShape {
  readonly name: string;
  readonly delimiter: string;
  readonly command: string;
}

interface DownloadOptions {
  readonly sheetName: string;
  /** How the sheet of the run was written; not known of plans of an older version. */
  readonly shape: (CellShape & { readonly delimiter: string }) | undefined;
  /** The delimiter that was detected or set. */
  readonly delimiter: string | undefined;
  /** Every setting by name, with its value and where that comes from. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Flags of the run. */
  readonly flags: readonly string[];
  /** What the sheet is called from run to run. */
  readonly job: string | undefined;
  readonly shell: Shell;
}

/**
 * A sheet of the page's rows, written so that the settings of the run take it: they may stand in the folder and hold for every
 * sheet there. What they say of the layout of the run's own sheet is not so of this one, and the command says otherwise. A run
 * that read no sheet has no such settings, so its command says the whole layout, and holds whatever the folder sets.
 */
export function describeDownload({
  sheetName,
  shape = PLAIN,
  delimiter,
  settings,
  flags,
  job,
  shell,
}: DownloadOptions): DownloadFacts {
  const name = nameOf(sheetName);
  const fromOf = (setting: string): string => String(Object(settings[setting]).from ?? 'default');
  // Settings of a job apply only under that job's name.
  const isOfJob = Object.keys(settings).some((setting) => fromOf(setting).includes(' of the job "'));
  const isSet = (setting: string): boolean => fromOf(setting) !== 'default';
  const isFlag = (setting: string): boolean => fromOf(setting).startsWith('--');
  const knowsSheets = Object.hasOwn(settings, 'map');
  // The folder may set something else than the flag said.
  const layout = wholeLayoutOf(shape).filter(
    ([setting]) => !knowsSheets || (FREE.has(setting) ? isFlag(setting) : isSet(setting)),
  );
  const replaced = new Set(['--map', ...layout.map(([setting]) => `--${setting}`)]);
  return {
    ...shape,
    name,
    delimiter: isSet('delimiter') && !isFlag('delimiter') ? (delimiter ?? shape.delimiter) : shape.delimiter,
    command: formatCommand(
      [
        'sync',
        name,
        ...without(flags, replaced),
        ...layout.flatMap(([setting, value]) => [`--${setting}`, value]),
        ...(isOfJob && job !== undefined && !flags.includes('--job') ? ['--job', job] : []),
      ],
      shell,
    ),
  };
}

const PLAIN = { delimiter: ',', decimalSign: '.', moneyUnit: 'major', clearToken: 'null' } as const;

/** The file follows these settings of the folder, so they are repeated only where a flag set them. */
const FREE: ReadonlySet<string> = new Set(['delimiter', 'decimal', 'money', 'clear-token']);

/** All that can be set of how a sheet is written, as this one is. */
function wholeLayoutOf({
  delimiter,
  decimalSign,
  moneyUnit,
  clearToken,
}: NonNullable<DownloadOptions['shape']>): readonly (readonly [setting: string, value: string])[] {
  return [
    ...OUTPUT_LAYOUT,
    ['delimiter', DELIMITER_WORDS.get(delimiter) ?? delimiter],
    ['decimal', decimalSign],
    ['money', moneyUnit],
    ['clear-token', clearToken],
  ];
}

/** In words where a shell would take the character for something else. */
const DELIMITER_WORDS: ReadonlyMap<string, string> = new Map([
  [',', 'comma'],
  [';', 'semicolon'],
  ['\t', 'tab'],
  ['|', 'pipe'],
]);

/** Flags without some of them, and without their values. */
function without(flags: readonly string[], names: ReadonlySet<string>): readonly string[] {
  return flags.filter((flag, at) => !names.has(flag) && !names.has(flags[at - 1] ?? ''));
}

function nameOf(sheetName: string): string {
  const stem = sheetName
    .replace(/^.*[\\/]/, '')
    .replace(/\.[^.]*$/, '')
    .replace(/[^\p{L}\p{N}_-]+/gu, '-');
  return `${stem || 'rows'}-filtered.csv`;
}
