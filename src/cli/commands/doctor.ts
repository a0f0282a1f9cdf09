import { resolve } from 'node:path';
import process from 'node:process';
import { lockFolderOf } from '../../api/ports/lock-folder.ts';
import { systemClock } from '../../api/ports/system-clock.ts';
import type { Diagnosis, Finding } from '../../domain/documents/commands.ts';
import { toJsonText } from '../../domain/json-text.ts';
import { VERSION } from '../../package/version.ts';
import { EXIT } from '../../run/job/exit-code.ts';
import { lockNameOf } from '../../run/lock/lock-name.ts';
import { type Probed, probeService } from '../../service/probe-service.ts';
import { openTransport } from '../../service/transport.ts';
import { type InspectedSettings, inspectServiceSettings } from '../../settings/read-settings.ts';
import { SETTINGS } from '../../settings/settings.ts';
import type { Context } from '../context/context.ts';
import * as checks from '../doctor/checks.ts';
import { concludeChecks, renderDoctor } from '../doctor/render-doctor.ts';
import { widthOf } from '../terminal/width-of.ts';

/** Looks at everything that a run needs, and changes nothing: not the account, by its one GET, nor this machine. */
export async function runDoctor(context: Context): Promise<number> {
  const { json, print, mask, stdio } = context;
  const diagnosis = await examine(context);
  const width = widthOf(stdio.stdout);
  context.fail(diagnosis.exit_code, concludeChecks(diagnosis));
  print(mask(json ? `${toJsonText(diagnosis, 2)}\n` : renderDoctor(diagnosis, { ...context, width })));
  return diagnosis.exit_code;
}

export async function examine({ sources, stdio, shell }: Context): Promise<Diagnosis> {
  const { cwd, env } = stdio;
  const { usable, problems, shown } = inspectServiceSettings(SETTINGS, sources);
  const runs = resolve(cwd, shown['out']?.value ?? 'runs');
  const asked = usable && { ...usable, baseUrl: usable.values.baseUrl, probed: await askService(usable) };
  const found: readonly Finding[] = [
    checks.examineFiles(sources),
    ...checks.examineSettings(problems, sources),
    ...checks.examineRights(sources, { platform: process.platform, shell }),
    ...(asked ? checks.examineKey(asked.apiKey, asked.baseUrl, sources) : []),
    ...(asked ? [checks.examineProxy(asked.proxy, asked.baseUrl, sources)] : []),
    checks.examineCertificates(env, cwd),
    checks.examineFolder(runs, checks.RUN_FOLDERS),
    checks.examineSpace(runs),
    ...checks.examineLocks({
      folder: lockFolderOf(env),
      name: asked && lockNameOf(asked),
      now: systemClock.now(),
    }),
    asked
      ? checks.examineService(asked.probed, asked.baseUrl)
      : checks.warning('service', 'It was not asked, since settings are missing or wrong'),
    ...(asked ? checks.examineClock(asked.probed) : []),
  ];
  return {
    version: 1,
    exit_code: problems.length > 0 ? EXIT.usage : exitCodeFor(found, asked?.probed),
    program: { version: VERSION, node: process.version, platform: `${process.platform} ${process.arch}` },
    checks: found.map((each) => ({ ...each, message: asked?.apiKey.redact(each.message) ?? each.message })),
    settings: shown,
  };
}

type Usable = NonNullable<InspectedSettings<typeof SETTINGS>['usable']>;

function askService({ values, apiKey, proxy }: Usable): Promise<Probed> {
  const { baseUrl, timeout } = values;
  return probeService(
    { baseUrl, apiKey, proxy, timeoutMs: timeout * 1000 },
    { openTransport, clock: systemClock },
  );
}

/** What a run with settings that can be used would end with. */
function exitCodeFor(found: readonly Finding[], probed: Probed | undefined): number {
  if (probed && checks.isKeyRefused(probed)) return EXIT.keyRefused;
  return found.some(({ status }) => status === 'problem') ? EXIT.failed : EXIT.done;
}
