import type { Shell } from '../../domain/quote-word.ts';

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
