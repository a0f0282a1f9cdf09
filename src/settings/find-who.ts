import { hostname, userInfo } from 'node:os';
import type { RunBy } from '../domain/documents/run-record.ts';
import type { SourceOptions } from './read-sources.ts';

/**
 * Variables with the page of a CI job.
 *
 * Source: docs.gitlab.com/ci/variables/predefined_variables, jenkins.io/doc/book/pipeline/jenkinsfile/#using-environment-variables,
 * circleci.com/docs/reference/variables, buildkite.com/docs/pipelines/configure/environment-variables.
 */
const JOB_PAGES = ['CI_JOB_URL', 'BUILD_URL', 'CIRCLE_BUILD_URL', 'BUILDKITE_BUILD_URL'] as const;

/** Who runs this process, as far as that is known. */
export function findWho(env: SourceOptions['env']): RunBy {
  const page = JOB_PAGES.map((name) => env[name]).find((text) => text !== undefined && text !== '');
  return { user: userName(), host: hostname(), ci: page ?? githubPage(env) ?? null };
}

/** Source: docs.github.com/en/actions/reference/workflows-and-actions/variables. */
function githubPage({
  GITHUB_SERVER_URL: server,
  GITHUB_REPOSITORY: repository,
  GITHUB_RUN_ID: id,
}: SourceOptions['env']): string | undefined {
  if (server === undefined || repository === undefined || id === undefined) return undefined;
  return `${server}/${repository}/actions/runs/${id}`;
}

/** A user without an entry in the system's list has no name, as in many containers. */
function userName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}
