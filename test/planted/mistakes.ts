/** A mistake that no mutation tool plants, as a patch, and the test that has to catch it. */
export interface Mistake {
  /** From the root of the project. */
  readonly file: string;
  /** Is in the file exactly once: short, and on lines that seldom change. */
  readonly find: string;
  /** What is put in its place: nothing, if it is left out. */
  readonly put?: string;
  /** What a user would lose by it. */
  readonly cost: string;
  /** The test file, and a part of the full name of the tests of which at least one has to fail. */
  readonly caughtBy: readonly [file: string, name: string];
}

const RUN_FOLDER = 'test/run/folder/run-folder.test.ts';
const LOCK_FILE = 'test/run/lock/lock-file.test.ts';
const WITH_LOCK = 'test/run/lock/with-lock.test.ts';
const SEND_PLAN = 'test/run/steps/send-plan.test.ts';
const SYNC = 'test/run/sync.test.ts';
const OTHERS = 'test/e2e/files-of-others.test.ts';

/** What has to come before what. */
const ORDER: Readonly<Record<string, Mistake>> = {
  'plan written late': {
    file: 'src/run/steps/make-plan.ts',
    find: 'await tools.folder.writeWhole(',
    put: '((...args: Parameters<typeof tools.folder.writeWhole>) => void setTimeout(() => tools.folder.writeWhole(...args), 100))(',
    cost: 'A run that is killed early has changed prices of which no plan knows.',
    caughtBy: [SYNC, 'has the plan synced before the first update is sent'],
  },
  'next update before the outcome is noted': {
    file: 'src/execute/execute-updates.ts',
    find: 'await noted;',
    put: 'noted.catch(() => {});',
    cost: 'On a full disk updates go on being sent of which nothing is noted.',
    caughtBy: [SEND_PLAN, 'stops where an outcome can’t be noted'],
  },
  'halted after the note': {
    file: 'src/execute/execute-updates.ts',
    find: '    if (end !== undefined) halt.abort(end);\n    await noted;',
    put: '    await noted;\n    if (end !== undefined) halt.abort(end);',
    cost: 'While the disk takes its time, updates go on being sent with a key that was refused.',
    caughtBy: [
      'test/execute/execute-updates.test.ts',
      'is in force before the outcome that shows it is noted',
    ],
  },
  'outcomes in the order of the answers': {
    file: 'src/run/steps/run-job.ts',
    find: 'onOutcome: async (outcome, n) => {',
    put: 'onOutcome: async (outcome) => { const n = settled.size;',
    cost: 'Outcomes are noted for other rows wherever answers overtake each other, and undo relies on them.',
    caughtBy: [SYNC, 'brings the listings in step with the sheet, and accounts for every row'],
  },
  'sent again before it is read back': {
    file: 'src/execute/execute-updates.ts',
    find: 'const settled = await settle(update, losses, ports);',
    put: 'const settled = answer.attemptsLeft > 0 ? undefined : await settle(update, losses, ports);',
    cost: 'An update whose answer was lost is sent again over what somebody else has set meanwhile.',
    caughtBy: ['test/execute/send-update.test.ts', 'reads the listing back by its SKU before'],
  },
  'requests left alone by a stop': {
    file: 'src/domain/concurrency.ts',
    find: 'await task(stop);',
    put: `await Promise.race([
          task(stop),
          new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
        ]);`,
    cost: 'After SIGTERM the updates on their way take effect, and results and undo know nothing of them.',
    caughtBy: [SYNC, 'while sending: what is under way is awaited'],
  },
  'chain of single lines': {
    file: 'src/run/folder/journal.ts',
    find: "hash('sha256', previous + text)",
    put: "hash('sha256', previous.slice(0, 0) + text)",
    cost: 'A line that was taken out of a journal is not missed, and undo leaves its listing changed.',
    caughtBy: ['test/run/folder/journal.test.ts', 'refuses a line left out, and names the line'],
  },
  'chain may be stripped': {
    file: 'src/run/folder/journal.ts',
    find: 'if (next === undefined) throw',
    put: "if (next === undefined && text.includes('chain')) throw",
    cost: 'Somebody who takes the checksums out of a journal may write into it what they like.',
    caughtBy: ['test/run/undo-journal.test.ts', 'refuses one with no checksums left, and a line left out'],
  },
  'plan replaced once its seal was checked': {
    file: 'src/run/folder/plan-file.ts',
    find: 'if (again.seal !== seal)',
    put: 'if (again.seal.length !== seal.length)',
    cost: 'A plan that nobody has seen is sent in the place of the one whose seal was compared.',
    caughtBy: ['test/run/folder/plan-file.test.ts', 'refuses a large plan that another whole one replaced'],
  },
  'lock released as the work begins': {
    file: 'src/run/lock/with-lock.ts',
    find: 'return await begin(held',
    put: 'return begin(held',
    cost: 'The lock is gone as soon as the run begins, and another one sends beside it.',
    caughtBy: [WITH_LOCK, 'gives a sign of life every 10 seconds'],
  },
  'lock renamed over another': {
    file: 'src/run/lock/with-lock.ts',
    find: 'disk.linkSync(draftPath, path);',
    put: 'disk.renameSync(draftPath, path);',
    cost: 'Every run takes the lock of the one before it, and both change prices.',
    caughtBy: [LOCK_FILE, 'does not take over what somebody alive is taking over'],
  },
  'lock taken over without the right to it': {
    file: 'src/run/lock/with-lock.ts',
    find: 'const end = withRightTo(from, tools, () => renameFile(draftPath, path, tools));',
    put: "renameFile(draftPath, path, tools);\n    const end = 'done' as ReturnType<typeof withRightTo>;",
    cost: 'Of two runs that take over one lock, each believes that it is the only one.',
    caughtBy: [LOCK_FILE, 'does not take over what somebody alive is taking over'],
  },
  'lock of another removed': {
    file: 'src/run/lock/with-lock.ts',
    find: "if (findLock(path, tools.disk)?.id !== id) return 'gone';",
    cost: 'Of two runs that find a stale lock one removes the lock of the other, and both change prices.',
    caughtBy: [LOCK_FILE, 'leaves alone what took the place of a stale lock'],
  },
};

/** What has to be on disk, and when. */
const DURABILITY: Readonly<Record<string, Mistake>> = {
  'plan not synced': {
    file: 'src/run/disk/write-whole.ts',
    find: 'yield;\n    }\n    disk.fsyncSync(file);',
    put: 'yield;\n    }',
    cost: 'After a power cut prices are changed, and what they were is unknown.',
    caughtBy: [SYNC, 'has the plan synced before the first update is sent'],
  },
  'name of the plan not synced': {
    file: 'src/run/disk/write-whole.ts',
    find: '    throw error;\n  }\n  syncFolder(dirname(path), disk);',
    put: '    throw error;\n  }',
    cost: 'After a power cut prices are changed and the plan is not in its folder.',
    caughtBy: [SYNC, 'has the plan synced before the first update is sent'],
  },
  'name of the journal not synced': {
    file: 'src/run/disk/line-file.ts',
    find: 'withDiskErrors(what, () => syncFolder(dirname(path), disk));',
    cost: 'After a power cut there is a plan and no journal, so that undo believes that nothing was sent.',
    caughtBy: [SYNC, 'has the plan synced before the first update is sent'],
  },
  'journal not synced at its end': {
    file: 'src/run/disk/line-file.ts',
    find: 'withDiskErrors(what, () => disk.fsyncSync(file));',
    cost: 'After a power cut the end of the journal is gone, and undo takes back what was never sent.',
    caughtBy: [RUN_FOLDER, 'has its name on disk before the first line, and every line by the end'],
  },
  'run folder not synced': {
    file: 'src/run/folder/run-folder.ts',
    find: '() => syncFoldersAbove(path, cwd, disk)',
    put: '() => {}',
    cost: 'After a power cut the whole run folder is gone, and with it the values from before.',
    caughtBy: [RUN_FOLDER, 'has its name on disk, and the names of the folders above it'],
  },
  'lock not synced': {
    file: 'src/run/lock/with-lock.ts',
    find: '    disk.fsyncSync(file);\n',
    cost: 'After a power cut a lock is empty, and no run begins for two minutes.',
    caughtBy: [LOCK_FILE, 'only with what outlasts a power cut'],
  },
  'file written in its place': {
    file: 'src/run/disk/write-whole.ts',
    find: '.unfinished`, path, {',
    put: '.unfinished`.slice(0, path.length), path, {',
    cost: 'Somebody who reads results.csv while it is written takes half of it for the whole.',
    caughtBy: [RUN_FOLDER, 'writeWhole shows the file under its name only when it is whole'],
  },
  'failure of the journal overlooked': {
    file: 'src/run/disk/line-file.ts',
    find: 'failure = error;\n      throw error;',
    put: 'failure = undefined;',
    cost: 'On a full disk the run goes on sending, and its journal knows nothing of it.',
    caughtBy: [SEND_PLAN, 'stops where an outcome can’t be noted'],
  },
  'journal goes on after a gap': {
    file: 'src/run/disk/line-file.ts',
    find: 'if (failure !== undefined) throw failure;\n    const bytes',
    put: 'const bytes',
    cost: 'A journal with a gap says that it is whole, and undo passes over what was in the gap.',
    caughtBy: [SEND_PLAN, 'never says that all which was sent is in the journal'],
  },
  'short write taken for whole': {
    file: 'src/run/disk/write-whole.ts',
    find: 'for (let written = 0; written < bytes.length; ) written += disk.writeSync(file, bytes, written);',
    put: 'disk.writeSync(file, bytes, 0);',
    cost: 'Where a disk takes less than it was given, files lack their ends.',
    caughtBy: ['test/run/disk/spool.test.ts', 'gives back all lines'],
  },
  'short line taken for whole': {
    file: 'src/run/disk/line-file.ts',
    find: 'while (written < bytes.length) written +=',
    put: 'written +=',
    cost: 'Where a disk takes a part of an outcome, the run goes on and its journal can’t be read.',
    caughtBy: [SEND_PLAN, 'names none that was noted, where the room ended among those'],
  },
};

/** Who may read and write what, and who could have. */
const RIGHTS: Readonly<Record<string, Mistake>> = {
  'files for all': {
    file: 'src/run/disk/write-whole.ts',
    find: 'OWNER_ONLY.file',
    put: '0o644',
    cost: 'Everybody on the machine reads costs, margins and prices to come.',
    caughtBy: [RUN_FOLDER, 'is its owner’s alone'],
  },
  'run folder for all': {
    file: 'src/run/folder/run-folder.ts',
    find: 'OWNER_ONLY.folder',
    put: '0o755',
    cost: 'Everybody on the machine sees whose sheets are sent, and when.',
    caughtBy: [RUN_FOLDER, 'is its owner’s alone'],
  },
  'lock for all': {
    file: 'src/run/lock/with-lock.ts',
    find: 'OWNER_ONLY.file',
    put: '0o644',
    cost: 'Everybody on the machine reads which sheet is sent from which folder.',
    caughtBy: [WITH_LOCK, 'holds the account while the work lasts'],
  },
  'draft follows a link': {
    file: 'src/run/disk/write-whole.ts',
    find: "    return disk.openSync(path, 'ax', mode);\n  } catch",
    put: "    return disk.openSync(path, 'w' as 'ax', mode);\n  } catch",
    cost: 'A link that somebody has put beside a file of the run has the run write over the file it leads to.',
    caughtBy: [OTHERS, 'leads no file of a run astray, whole or not'],
  },
  'journal follows a link': {
    file: 'src/run/disk/line-file.ts',
    find: "disk.openSync(path, 'ax', OWNER_ONLY.file)",
    put: "disk.openSync(path, 'a' as 'ax', OWNER_ONLY.file)",
    cost: 'What was sent is noted in a file of somebody else, who may take it away, and undo knows nothing of it.',
    caughtBy: [RUN_FOLDER, 'openLines never goes on in a link that somebody has put there'],
  },
  'owner overlooked': {
    file: 'src/domain/find-other-owner.ts',
    find: '  if (!trust.uids.has(uid)) return ownedBy({ uid, mode }, trust);\n',
    put: '  if (uid < 0) return ownedBy({ uid, mode }, trust);\n',
    cost: 'A plan that another user has sealed again is sent without a guard: 15.00 becomes 0.01.',
    caughtBy: ['test/domain/find-other-owner.test.ts', 'finds who else could have written another’s'],
  },
  'open to all overlooked': {
    file: 'src/domain/find-other-owner.ts',
    find: 'const OTHERS_WRITE = 0o002;',
    put: 'const OTHERS_WRITE = 0o000;',
    cost: 'A plan that everybody on the machine may change is sent as if it were ours.',
    caughtBy: [OTHERS, 'is not used by apply where of its plan.ndjson everybody may write to it'],
  },
  'only the folder is looked at': {
    file: 'src/run/folder/find-run-folders.ts',
    find: '`, found);',
    put: '`, undefined);',
    cost: 'A journal that others may write to is believed, and undo leaves changed what they took out of it.',
    caughtBy: [OTHERS, 'is not used by undo where of its outcomes.ndjson everybody may write to it'],
  },
  'exchanged after the look': {
    file: 'src/run/folder/find-run-folders.ts',
    find: 'if (named?.ino === opened.ino && !stranger) return file;',
    put: 'if (named !== undefined || !stranger) return file;',
    cost: 'A folder that is exchanged while it is looked at has somebody else’s plan sent.',
    caughtBy: [
      'test/run/folder/find-run-folders.test.ts',
      'reads what it has looked at, and nothing that comes between',
    ],
  },
  'settings of others read': {
    file: 'src/settings/read-own-file.ts',
    find: 'return stranger ? { stranger } : {',
    put: 'return Math.random() > 1 && stranger ? { stranger } : {',
    cost: 'A .env that somebody has put into the folder leads the key to a service of their own.',
    caughtBy: [OTHERS, 'are not read: of .env everybody may write to it'],
  },
  'dry run with a client that can send': {
    file: 'src/run/steps/run-job.ts',
    find: 'readOnly: settings.dryRun',
    put: 'readOnly: false',
    cost: 'One slip anywhere, and a dry run changes prices: nothing below it refuses.',
    caughtBy: ['test/run/steps/open-tools.test.ts', 'can only read in a dry run'],
  },
  'redirect followed': {
    file: 'src/service/transport.ts',
    find: 'dispatcher.dispatch(request, new Collector({ timeoutMs, clock, resolve, reject }));',
    put: "void import('undici').then(({ interceptors }) => dispatcher.compose(interceptors.redirect({ maxRedirections: 2 }))).then((following) => following.dispatch(request, new Collector({ timeoutMs, clock, resolve, reject })));",
    cost: 'Prices and the key go to the address that an answer names.',
    caughtBy: ['test/service/open-service.test.ts', 'it is sent once, and nothing follows it'],
  },
};

/** Deadlines, ages, and budgets of retries. */
const TIME: Readonly<Record<string, Mistake>> = {
  'goes on without its lock': {
    file: 'src/run/steps/run-job.ts',
    find: '      lock?.assertHeld();\n',
    cost: 'A run that slept sends beside the one that has taken over.',
    caughtBy: [SEND_PLAN, 'sends nothing where another run has taken the account over'],
  },
  'stale lock stays': {
    file: 'src/run/lock/with-lock.ts',
    find: "if (standing.kind === 'live') return { kind: 'held', by: from, certain: standing.certain };",
    put: "if (standing.kind === 'live' || round >= 0) return { kind: 'held', by: from, certain: true };",
    cost: 'After a power cut no nightly run begins any more, until somebody notices.',
    caughtBy: [LOCK_FILE, 'takes over a stale one'],
  },
  'lock of another machine judged by its process': {
    file: 'src/run/lock/with-lock.ts',
    find: 'if (!holder || holder.host !== self.host) return',
    put: 'if (!holder) return',
    cost: 'The lock of a run on another machine is taken over while that run goes on.',
    caughtBy: ['test/run/lock/lock-file.test.ts', 'by the heartbeat where a lock is held on another machine'],
  },
  'request leaves after its deadline': {
    file: 'src/service/transport.ts',
    find: '    if (this.#late) controller.abort(this.#late);',
    cost: 'An update that waited past its deadline for a connection is sent when nobody waits for its answer.',
    caughtBy: ['test/service/transport.test.ts', 'keeps a request from leaving that waited past it'],
  },
  'requested pause ignored': {
    file: 'src/service/open-service.ts',
    find: '!exceedsMaxPause(reply) ? reply.retryAfterMs : undefined',
    put: 'undefined',
    cost: 'A service that asks for a pause is asked again at once, until it shuts the account out.',
    caughtBy: ['test/service/exchange.test.ts', 'wins over the backoff'],
  },
  'pause outlives the reading': {
    file: 'src/service/open-service.ts',
    find: 'if (freshness?.isStale()) {',
    put: 'if (freshness?.isStale() && attempts < 0) {',
    cost: 'After a pause of minutes that the service asked for, an update goes out on a reading from before it.',
    caughtBy: ['test/run/not-applied.test.ts', 'is a conflict, and an undo leaves what they set'],
  },
  'age of a reading overlooked': {
    file: 'src/resolve/open-rereading.ts',
    find: 'return row === undefined || isOld(times.readAt(row));',
    put: 'return row === undefined || times.readAt(row) < 0;',
    cost: 'However long a run sends, what was read before it began is never read again.',
    caughtBy: ['test/resolve/open-rereading.test.ts', 'reads a page again for all the listings on it'],
  },
  'budget of retries refilled': {
    file: 'src/execute/execute-updates.ts',
    find: 'attemptsMade: losses?.last.attempts ?? 0',
    put: 'attemptsMade: 0',
    cost: 'One update is sent again and again, for as long as the service fails at it.',
    caughtBy: [
      'test/execute/send-update.test.ts',
      'is sent again where reading back shows the listing as before',
    ],
  },
  'late timers send in a bunch': {
    file: 'src/service/pacer.ts',
    find: 'opensAt: () => freeAt[left % perWindow] ?? Number.NEGATIVE_INFINITY,',
    put: 'opensAt: () => Number.NEGATIVE_INFINITY,',
    cost: 'Timers that come late send more than --rate in a second, and the service shuts the account out.',
    caughtBy: ['test/service/pacer.test.ts', 'the rate in every second holds where timers come late'],
  },
  'pause measured by our own clock': {
    file: 'src/service/reply.ts',
    find: 'return date ?? now;',
    put: 'return now ?? date;',
    cost: 'On a machine whose clock is off by minutes, a busy service is asked again at once, or far too late.',
    caughtBy: ['test/service/reply.test.ts', 'in an answer with a date: by that'],
  },
  'pipe holds the run': {
    file: 'src/sheet/open-source.ts',
    find: 'collect(untilAborted(open(absolute), signal))',
    put: 'collect(untilAborted(open(absolute), undefined))',
    cost: 'A run whose sheet comes from a pipe that gives nothing holds the account’s lock until it is killed.',
    caughtBy: ['test/sheet/open-source.test.ts', 'gives up a silent pipe'],
  },
};

/** What an amount is compared with. */
const AMOUNTS: Readonly<Record<string, Mistake>> = {
  'first bound compared with nothing': {
    file: 'src/domain/judge-price.ts',
    find: "field === 'cost' ? null : livePrice(listing)",
    put: "field === 'manual_price' ? livePrice(listing) : null",
    cost: 'A first minimum of a cent is sent without a word, and nothing keeps the price from falling to it.',
    caughtBy: ['test/plan/check-row-guards.test.ts', 'a minimum that takes the floor away'],
  },
};

export const MISTAKES: Readonly<Record<string, Mistake>> = {
  ...ORDER,
  ...DURABILITY,
  ...RIGHTS,
  ...TIME,
  ...AMOUNTS,
};

/** Errors: the text of the mistake is not there exactly once. */
export function patch(text: string, { file, find, put = '' }: Mistake): string {
  const times = text.split(find).length - 1;
  if (times !== 1)
    throw new Error(
      `${JSON.stringify(find)} is in ${file} ${times} times: find the place again, and rewrite the patch`,
    );
  return text.replace(find, () => put);
}
