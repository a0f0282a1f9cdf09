import { resolve } from 'node:path';
import process from 'node:process';
import { lockFolderOf } from '../../api/ports/lock-folder.ts';
import { systemClock } from '../../api/ports/system-clock.ts';
import { VERSION } from '../../package/version.ts';
import type { DoctorFinding } from '../../report/screen/doctor-finding.ts';
import { type Diagnosis, renderDoctor, renderDoctorJson } from '../../report/screen/render-doctor.ts';
import { EXIT } from '../../run/job/exit-code.ts';
import { lockNameOf } from '../../run/lock/lock-name.ts';
import { probeService } from '../../service/probe-service.ts';
import { openTransport } from '../../service/transport.ts';
import { type InspectedSettings, inspectServiceSettings } from '../../settings/read-settings.ts';
import { DEFAULT_CONFIG_FILE } from '../../settings/read-sources.ts';
import { SETTINGS } from '../../settings/settings.ts';
import { textOption } from '../../settings/text-option.ts';
import type { Context } from '../context/context.ts';
import { examineLocks } from '../doctor/examine-locks.ts';
import {
  examineCertificates,
  examineFiles,
  examineFolder,
  examineNode,
  examineSpace,
} from '../doctor/examine-machine.ts';
import { examineService } from '../doctor/examine-service.ts';
import { examineKey, examineProxy, examineRights, examineSettings } from '../doctor/examine-settings.ts';
import { widthOf } from '../terminal/width-of.ts';

/** Looks at everything that a run needs, and changes nothing: not the account, by its one GET, nor this machine. */
export async function runDoctor(context: Context): Promise<number> {
  const { json, quiet, verbose, paint, print, stdio } = context;
  const diagnosis = await examine(context);
  print(
    json
      ? renderDoctorJson(diagnosis)
      : renderDoctor(diagnosis, { paint, quiet, verbose, width: widthOf(stdio.stdout) }),
  );
  return diagnosis.exitCode;
}

type Inspected = InspectedSettings<typeof SETTINGS>;

export async function examine({ sources, stdio, options, shell }: Context): Promise<Diagnosis> {
  const inspected = inspectServiceSettings(SETTINGS, sources);
  const { usable, problems, shown } = inspected;
  const baseUrl = usable?.values.baseUrl ?? '';
  const runs = resolve(stdio.cwd, shown['out']?.value ?? 'runs');
  const asked = await askService(usable);
  const here: readonly DoctorFinding[] = [
    examineNode(process.version),
    examineFiles(
      [textOption(options, 'config') ?? DEFAULT_CONFIG_FILE, textOption(options, 'envFile') ?? '.env'],
      sources,
    ),
    ...examineSettings(problems, sources),
    ...examineRights(sources, { platform: process.platform, shell }),
    ...(usable
      ? [...examineKey(usable.apiKey, baseUrl, sources), examineProxy(usable.proxy, baseUrl, sources)]
      : []),
    examineCertificates(stdio.env, stdio.cwd),
    examineFolder(runs, {
      check: 'runs',
      what: 'Run folders are made in',
      advice: 'Work in a folder that you may write to, or name one with PRICESHEET_OUT',
    }),
    examineSpace(runs),
    ...examineLocks({
      folder: lockFolderOf(stdio.env),
      lock: usable && lockNameOf({ baseUrl, apiKey: usable.apiKey }),
      now: systemClock.now(),
    }),
  ];
  const { redact } = usable?.apiKey ?? { redact: (text: string) => text };
  const findings = [...here, ...asked.findings].map((finding) => ({
    ...finding,
    message: redact(finding.message),
  }));
  return {
    program: { version: VERSION, node: process.version, platform: `${process.platform} ${process.arch}` },
    findings,
    settings: shown,
    exitCode: exitCodeFor({ here, problems, service: asked.exitCode }),
  };
}

async function askService(usable: Inspected['usable']): ReturnType<typeof ask> {
  if (usable) return ask(usable);
  const message = 'It was not asked, since settings are missing or wrong';
  return { findings: [{ check: 'service', status: 'warning', message }], exitCode: EXIT.done };
}

async function ask({ values, apiKey, proxy }: NonNullable<Inspected['usable']>) {
  const { baseUrl, timeout } = values;
  const probed = await probeService(
    { baseUrl, apiKey, proxy, timeoutMs: timeout * 1000 },
    { openTransport, clock: systemClock },
  );
  return examineService(probed, baseUrl);
}

interface Verdict {
  readonly here: readonly DoctorFinding[];
  readonly problems: readonly string[];
  /** What the service's answer would end a run with. */
  readonly service: number;
}

/** What a run would end with: it reads its settings first. */
function exitCodeFor({ here, problems, service }: Verdict): number {
  if (problems.length > 0) return EXIT.usage;
  if (service !== EXIT.done) return service;
  return here.some(({ status }) => status === 'problem') ? EXIT.failed : EXIT.done;
}
