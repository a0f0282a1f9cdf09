import { MAX_SHARDS } from './parse-setting.ts';
import { type Parsed, refused, understood } from './setting.ts';

type Environment = Readonly<Record<string, string | undefined>>;

interface Engine {
  readonly name: string;
  /** Which task of the array this is, from 0 where there is no `range`. */
  readonly index: string;
  /** How many there are; an engine without one has to be given it: `auto/4`. */
  readonly count?: string;
  /** The lowest and the highest index, if that is for the user to choose. */
  readonly range?: readonly [lowest: string, highest: string];
}

/**
 * What engines say to a task about its place among the others. Kubernetes and Nomad give no count.
 *
 * Source: kubernetes.io/docs/tasks/job/indexed-parallel-processing-static, docs.aws.amazon.com/batch/latest/userguide/job_env_vars.html,
 * slurm.schedmd.com/job_array.html, developer.hashicorp.com/nomad/docs/runtime.
 */
const ENGINES: readonly Engine[] = [
  { name: 'Kubernetes', index: 'JOB_COMPLETION_INDEX' },
  { name: 'AWS Batch', index: 'AWS_BATCH_JOB_ARRAY_INDEX', count: 'AWS_BATCH_JOB_ARRAY_SIZE' },
  {
    name: 'Slurm',
    index: 'SLURM_ARRAY_TASK_ID',
    count: 'SLURM_ARRAY_TASK_COUNT',
    range: ['SLURM_ARRAY_TASK_MIN', 'SLURM_ARRAY_TASK_MAX'],
  },
  { name: 'Nomad', index: 'NOMAD_ALLOC_INDEX' },
];

/** Whether a shard is to be found by what an engine says. */
export function isAutoShard(text: unknown): text is string {
  return typeof text === 'string' && /^auto(?:\/|$)/.test(text);
}

/**
 * The shard of a task of an engine, as the flag would have it: `2/4` for `auto`, or for `auto/4`, which names the count. Nothing is
 * guessed: a wrong part would be sent twice or not at all, so what is missing, odd or contradictory is refused with what was found.
 */
export function findShard(text: string, env: Environment): Parsed<string> {
  const [, given] = /^auto(?:\/([1-9]\d{0,3}))?$/.exec(text) ?? [];
  if (text !== 'auto' && (given === undefined || Number(given) > MAX_SHARDS))
    return refused(`is neither auto nor auto/N, with N of at most ${MAX_SHARDS} parts`);
  const found = ENGINES.filter(({ index }) => isSet(index, env));
  const [engine] = found;
  if (!engine) return refused(`finds no engine: none of ${listIndexes(ENGINES)} is set; pass I/N instead`);
  if (found.length > 1)
    return refused(
      `finds several engines: ${found.map(({ index }) => show(index, env)).join(', ')}; pass I/N instead, or unset all but one`,
    );
  const odd = namesOf(engine).find((name) => isSet(name, env) && !/^\d{1,7}$/.test(env[name] ?? ''));
  if (odd !== undefined) return refused(`needs a whole number, and ${show(odd, env)}`);
  return shardOf(engine, { env, given: given === undefined ? undefined : Number(given) });
}

interface Place {
  readonly env: Environment;
  /** The count after `auto/`. */
  readonly given: number | undefined;
}

function shardOf(engine: Engine, { env, given }: Place): Parsed<string> {
  const counted = engine.count === undefined ? undefined : numberOf(engine.count, env);
  if (counted === undefined && given === undefined) return refused(withoutCount(engine, env));
  if (counted !== undefined && given !== undefined && counted !== given)
    return refused(`names ${given} parts, and ${show(engine.count ?? '', env)}`);
  const of = given ?? counted ?? 0;
  // A single task of an array that was submitted again has a count of 1, and would do the whole sheet.
  if (given === undefined && of < 2)
    return refused(
      `needs at least two parts, and ${show(engine.count ?? '', env)}; for one task of a larger array pass I/N`,
    );
  const lowest = lowestOf(engine, { env, of });
  if (!lowest.ok) return lowest;
  const index = (numberOf(engine.index, env) ?? 0) - lowest.value + 1;
  if (index < 1 || index > of || of > MAX_SHARDS)
    return refused(
      `needs an index among ${of} parts from ${lowest.value} on, of at most ${MAX_SHARDS} parts, and ${show(engine.index, env)}`,
    );
  return understood(`${index}/${of}`);
}

/** The index of the first task. An array with gaps, or of some tasks of another one, has no place that is certain. */
function lowestOf({ range }: Engine, { env, of }: { readonly env: Environment; readonly of: number }) {
  if (!range) return understood(0);
  const [lowest, highest] = range.map((name) => numberOf(name, env));
  if (lowest === undefined || highest === undefined)
    return refused(`needs ${range.join(' and ')}, and one of them is not set`);
  if (lowest <= 1 && highest - lowest + 1 === of) return understood(lowest);
  return refused(
    `needs an array without gaps that begins at 0 or 1, such as 1-${Math.max(of, 2)}, and ${range.map((name) => show(name, env)).join(', ')} with ${of} parts; pass I/N instead`,
  );
}

function withoutCount({ name, index, count }: Engine, env: Environment): string {
  const known = show(index, env);
  if (count === undefined) return `needs the number of parts, which ${name} does not give: auto/4 (${known})`;
  return `needs ${count}, which is not set (${known}); name the number of parts: auto/4`;
}

function namesOf({ index, count, range }: Engine): readonly string[] {
  return [index, count, ...(range ?? [])].filter((name) => name !== undefined);
}

function isSet(name: string, env: Environment): boolean {
  return env[name] !== undefined && env[name] !== '';
}

function numberOf(name: string, env: Environment): number | undefined {
  return isSet(name, env) ? Number(env[name]) : undefined;
}

function show(name: string, env: Environment): string {
  return `${name} is "${env[name]}"`;
}

function listIndexes(engines: readonly Engine[]): string {
  return engines.map(({ name, index }) => `${index} (${name})`).join(', ');
}
