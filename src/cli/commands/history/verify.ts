import * as systemDisk from 'node:fs';
import { count } from '../../../domain/count.ts';
import { toJsonText } from '../../../domain/json-text.ts';
import { isProblem } from '../../../run/history/history-finding.ts';
import { verifyHistory } from '../../../run/history/verify-history.ts';
import { EXIT } from '../../../run/job/exit-code.ts';
import type { Context } from '../../context/context.ts';
import { widthOf } from '../../terminal/width-of.ts';
import { findHistory } from './find-folder.ts';
import { countFindings, renderFindings, toFindingJson } from './render-findings.ts';

/** `history verify` */
export function verify(_words: readonly string[], context: Context): number {
  const { stdio, json, quiet, print, mask } = context;
  const { folder } = findHistory(context);
  const { findings, ...counts } = verifyHistory(folder, systemDisk);
  const exitCode = findings.some(isProblem) ? EXIT.failed : EXIT.done;
  if (json) {
    const said = { version: 1, exit_code: exitCode, history: folder, ...counts };
    print(mask(`${toJsonText({ ...said, findings: findings.map(toFindingJson) }, 2)}\n`));
  } else if (!quiet || exitCode !== EXIT.done) {
    const { files, runs, jobs } = counts;
    const end = exitCode === EXIT.done ? 'every file is as it was written' : 'not all is well';
    const found = findings.length === 0 ? '' : `, ${countFindings(findings)}`;
    const lines = [
      ...renderFindings(findings, widthOf(stdio.stdout)),
      `${count(files, 'file')} of ${count(runs, 'run')} of ${count(jobs, 'job')}: ${end}${found}`,
    ];
    print(mask(`${lines.join('\n')}\n`));
  }
  return exitCode;
}
