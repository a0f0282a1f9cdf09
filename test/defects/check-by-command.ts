import type { CommandCheck } from './defect.ts';
import type { Verdict } from './judge-check.ts';
import { runCommand } from './run-command.ts';

const MAX_OUTPUT = 500;

/** What a command says in a folder. One that merely breaks proves nothing, so it has to say what it found. */
export async function checkByCommand({ command, says }: CommandCheck, folder: string): Promise<Verdict> {
  const { code, output } = await runCommand(command, folder);
  if (code === 0) return { kind: 'passes' };
  if (code !== undefined && says.test(output)) return { kind: 'fails' };
  const how = code === undefined ? 'it did not come to an end' : `it exits ${code}`;
  return { kind: 'broken', why: `${how} without saying ${says}: ${output.trim().slice(-MAX_OUTPUT)}` };
}
