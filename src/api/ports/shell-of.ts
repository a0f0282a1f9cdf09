import process from 'node:process';
import type { Shell } from '../../domain/quote-word.ts';

/**
 * The shell that a command is copied into: the one that the process was started from, as far as its environment shows. On
 * Windows, shells of Unix set `MSYSTEM` or `SHELL`, and PowerShell adds the user's own folder of modules to those of the
 * machine; otherwise it is cmd. A PowerShell that runs batch files sets cmd's `PROMPT` too, so that says nothing.
 *
 * Source: about_PSModulePath in the documentation of PowerShell.
 */
export function shellOf(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): Shell {
  if (platform !== 'win32' || env['MSYSTEM'] || env['SHELL']) return 'posix';
  const modules = env['PSModulePath']?.split(';') ?? [];
  return modules.some((folder) => isOfUser(folder, env)) ? 'powershell' : 'cmd';
}

/** `Documents\PowerShell\Modules`, wherever that user keeps documents. */
function isOfUser(folder: string, env: Readonly<Record<string, string | undefined>>): boolean {
  const ofMachine = [env['ProgramFiles'], env['ProgramFiles(x86)'], env['SystemRoot']];
  const isOfMachine = ofMachine.some((root) => root && isBelow(folder, root));
  return !isOfMachine && /\\(Windows)?PowerShell\\Modules\\?$/i.test(folder);
}

function isBelow(folder: string, root: string): boolean {
  return folder.toLowerCase().startsWith(`${root.toLowerCase()}\\`);
}
