import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { ROOT, readPage } from '../support/pages.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests say what is in it
type Manifest = any;

function readManifests(name: string): readonly Manifest[] {
  return parseAllDocuments(readPage(`docs/examples/kubernetes/${name}`).text, { strict: true }).map(
    (document) => {
      expect(document.errors).toEqual([]);
      return document.toJS();
    },
  );
}

const [NIGHTLY] = readManifests('one-account/cronjob.yaml');

describe('the examples for Kubernetes', () => {
  it('run without root and rights, one night at a time, and leave retries to the rules', () => {
    const { concurrencyPolicy, jobTemplate } = NIGHTLY.spec;
    const { activeDeadlineSeconds, backoffLimit, podFailurePolicy, template } = jobTemplate.spec;
    expect([concurrencyPolicy, backoffLimit]).toEqual(['Forbid', 6]);
    // Less than a day, so that a night that hangs does not keep the next ones from starting.
    expect(activeDeadlineSeconds).toBeLessThan(86_400);
    // As the rules for engines say.
    expect(template.spec.terminationGracePeriodSeconds).toBe(120);
    // Rules for pods take no other.
    expect(template.spec.restartPolicy).toBe('Never');
    expect(podFailurePolicy.rules).toMatchObject([
      // Servers take the status for true if it is missing; clients that check files refuse it.
      { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] },
      { action: 'FailJob', onExitCodes: { operator: 'In' } },
    ]);
    expect(template.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 65_532 });
    expect(template.spec.containers[0].securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });

  it('mount volumes that they have, and name their container', () => {
    const { podFailurePolicy, template } = NIGHTLY.spec.jobTemplate.spec;
    const [container] = template.spec.containers;
    const volumes = template.spec.volumes.map(({ name }: Manifest) => name);
    expect(container.volumeMounts.map(({ name }: Manifest) => name)).toEqual(volumes);
    for (const { onExitCodes } of podFailurePolicy?.rules ?? [])
      if (onExitCodes) expect(onExitCodes.containerName).toBe(container.name);
  });

  it('do not run again what needs a person, and take 3 for a success', () => {
    const { podFailurePolicy, template } = NIGHTLY.spec.jobTemplate.spec;
    const codes = podFailurePolicy.rules.flatMap(({ onExitCodes }: Manifest) => onExitCodes?.values ?? []);
    expect(codes).toEqual([2, 4, 5]);
    const [{ args, env, volumeMounts }] = template.spec.containers;
    expect(args).toEqual(expect.arrayContaining(['sync', '--attention=ok', '--max-updates=20%']));
    const key = env.find(({ name }: Manifest) => name === 'PRICESHEET_API_KEY_FILE').value;
    expect(volumeMounts.some(({ mountPath }: Manifest) => key.startsWith(`${mountPath}/`))).toBe(true);
  });

  it('the folder of an account names files that there are, and changes what the base has', () => {
    const [base] = readManifests('one-account/kustomization.yaml');
    for (const name of base.resources) expect(readManifests(join('one-account', name))).toHaveLength(1);
    const [shop] = readManifests('shop-a/kustomization.yaml');
    expect(shop.resources.map((path: string) => join(ROOT, 'docs/examples/kubernetes/shop-a', path))).toEqual(
      [join(ROOT, 'docs/examples/kubernetes/one-account')],
    );
    const pod = NIGHTLY.spec.jobTemplate.spec.template.spec;
    const secrets = pod.volumes.flatMap(({ secret }: Manifest) => secret?.secretName ?? []);
    expect(shop.secretGenerator.map(({ name }: Manifest) => name)).toEqual(secrets);
    expect(shop.images.map(({ name }: Manifest) => name)).toEqual([pod.containers[0].image.split(':')[0]]);
    const [{ target, patch }] = shop.patches;
    expect([target.kind, target.name]).toEqual([NIGHTLY.kind, NIGHTLY.metadata.name]);
    expect(parse(patch)).toEqual([{ op: 'replace', path: '/spec/schedule', value: '45 2 * * *' }]);
    const [claim] = readManifests('one-account/volume.yaml');
    const claims = pod.volumes.flatMap((volume: Manifest) => volume.persistentVolumeClaim?.claimName ?? []);
    expect(claims).toEqual([claim.metadata.name]);
  });
});
