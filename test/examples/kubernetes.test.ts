import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { ROOT, readPage } from '../support/pages.ts';

const TEXT = { type: 'string', minLength: 1 };
const COUNT = { type: 'integer', minimum: 0 };
const YES_OR_NO = { type: 'boolean' };
const NAME = { type: 'string', pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$', maxLength: 52 };
const VARIABLE = { type: 'string', pattern: '^[A-Z_]+$' };
const QUANTITY = { type: 'string', pattern: '^\\d+(m|Mi|Gi)?$' };

function object(required: readonly string[], properties: Readonly<Record<string, object>>): object {
  return { type: 'object', additionalProperties: false, required, properties };
}

function list(items: object): object {
  return { type: 'array', minItems: 1, items };
}

const IDS = { runAsNonRoot: { const: true }, runAsUser: { type: 'integer', minimum: 1 } };

const CONTAINER = object(['name', 'image', 'resources', 'volumeMounts'], {
  name: NAME,
  image: TEXT,
  workingDir: { type: 'string', pattern: '^/' },
  args: list(TEXT),
  env: list({
    type: 'object',
    oneOf: [
      object(['name', 'value'], { name: VARIABLE, value: TEXT }),
      object(['name', 'valueFrom'], {
        name: VARIABLE,
        valueFrom: object(['secretKeyRef'], {
          secretKeyRef: object(['name', 'key'], { name: NAME, key: TEXT, optional: YES_OR_NO }),
        }),
      }),
    ],
  }),
  resources: object(['requests', 'limits'], {
    requests: object(['cpu', 'memory'], { cpu: QUANTITY, memory: QUANTITY }),
    limits: object(['memory'], { memory: QUANTITY }),
  }),
  securityContext: object(['allowPrivilegeEscalation', 'readOnlyRootFilesystem', 'capabilities'], {
    allowPrivilegeEscalation: { const: false },
    readOnlyRootFilesystem: { const: true },
    capabilities: object(['drop'], { drop: { const: ['ALL'] } }),
  }),
  volumeMounts: list(
    object(['name', 'mountPath'], {
      name: NAME,
      mountPath: { type: 'string', pattern: '^/' },
      readOnly: YES_OR_NO,
    }),
  ),
});

const POD = object(['restartPolicy', 'securityContext', 'containers', 'volumes'], {
  // `podFailurePolicy` takes no other.
  restartPolicy: { const: 'Never' },
  terminationGracePeriodSeconds: COUNT,
  automountServiceAccountToken: YES_OR_NO,
  securityContext: object(['runAsNonRoot', 'runAsUser', 'fsGroup'], {
    ...IDS,
    runAsGroup: COUNT,
    fsGroup: COUNT,
    seccompProfile: object(['type'], { type: { enum: ['RuntimeDefault', 'Unconfined'] } }),
  }),
  containers: list(CONTAINER),
  volumes: list({
    type: 'object',
    oneOf: [
      object(['name', 'persistentVolumeClaim'], {
        name: NAME,
        persistentVolumeClaim: object(['claimName'], { claimName: NAME }),
      }),
      object(['name', 'secret'], {
        name: NAME,
        secret: object(['secretName'], {
          secretName: NAME,
          defaultMode: { type: 'integer', maximum: 0o777 },
        }),
      }),
    ],
  }),
});

const FAILURE_RULE = {
  type: 'object',
  oneOf: [
    object(['action', 'onExitCodes'], {
      action: { enum: ['FailJob', 'Ignore', 'Count'] },
      onExitCodes: object(['operator', 'values'], {
        containerName: NAME,
        operator: { enum: ['In', 'NotIn'] },
        values: { type: 'array', minItems: 1, maxItems: 255, uniqueItems: true, items: COUNT },
      }),
    }),
    object(['action', 'onPodConditions'], {
      action: { enum: ['FailJob', 'Ignore', 'Count'] },
      // Servers take it for true if it is missing; the schema that clients check files by asks for it.
      onPodConditions: list(
        object(['type', 'status'], { type: { enum: ['DisruptionTarget'] }, status: { const: 'True' } }),
      ),
    }),
  ],
};

/**
 * The fields of batch/v1 that the examples use, and no others: a name that is misspelt is refused, which the API's own schema
 * would let pass. No package of a usable size has that schema as JSON.
 *
 * Source: "CronJob" and "Job" in the Kubernetes API reference, batch/v1, and PodSpec in core/v1.
 */
const CRON_JOB = object(['apiVersion', 'kind', 'metadata', 'spec'], {
  apiVersion: { const: 'batch/v1' },
  kind: { const: 'CronJob' },
  metadata: object(['name'], { name: NAME }),
  spec: object(['schedule', 'timeZone', 'concurrencyPolicy', 'jobTemplate'], {
    schedule: { type: 'string', pattern: '^(\\S+ ){4}\\S+$' },
    timeZone: TEXT,
    concurrencyPolicy: { enum: ['Allow', 'Forbid', 'Replace'] },
    startingDeadlineSeconds: COUNT,
    jobTemplate: object(['spec'], {
      spec: object(['template'], {
        backoffLimit: COUNT,
        podFailurePolicy: object(['rules'], {
          rules: { type: 'array', minItems: 1, maxItems: 20, items: FAILURE_RULE },
        }),
        template: object(['spec'], { spec: POD }),
      }),
    }),
  }),
});

const CLAIM = object(['apiVersion', 'kind', 'metadata', 'spec'], {
  apiVersion: { const: 'v1' },
  kind: { const: 'PersistentVolumeClaim' },
  metadata: object(['name'], { name: NAME }),
  spec: object(['accessModes', 'resources'], {
    accessModes: list({ enum: ['ReadWriteOnce', 'ReadWriteMany', 'ReadWriteOncePod'] }),
    resources: object(['requests'], { requests: object(['storage'], { storage: QUANTITY }) }),
  }),
});

/** Source: "kustomization.yaml" in the reference of kustomize. */
const KUSTOMIZATION = object(['apiVersion', 'kind', 'resources'], {
  apiVersion: { const: 'kustomize.config.k8s.io/v1beta1' },
  kind: { const: 'Kustomization' },
  namePrefix: { type: 'string', pattern: '^[a-z0-9-]+-$' },
  resources: list(TEXT),
  secretGenerator: list(object(['name', 'files'], { name: NAME, files: list(TEXT) })),
  images: list(object(['name', 'newTag'], { name: TEXT, newTag: TEXT })),
  patches: list(
    object(['target', 'patch'], {
      target: object(['kind', 'name'], { kind: TEXT, name: NAME }),
      patch: TEXT,
    }),
  ),
});

const ajv = new Ajv({ allErrors: true, strict: true, strictTypes: false });
const validators = { CronJob: CRON_JOB, PersistentVolumeClaim: CLAIM, Kustomization: KUSTOMIZATION };

// biome-ignore lint/suspicious/noExplicitAny: the schema says what is in it
type Manifest = any;

function readManifests(name: string): readonly Manifest[] {
  return parseAllDocuments(readPage(`docs/examples/kubernetes/${name}`).text, { strict: true }).map(
    (document) => {
      expect(document.errors).toEqual([]);
      return document.toJS();
    },
  );
}

function findFaults(manifest: Manifest): readonly string[] {
  const schema = validators[manifest.kind as keyof typeof validators];
  if (!schema) return [`unknown kind ${manifest.kind}`];
  ajv.validate(schema, manifest);
  return (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const [NIGHTLY] = readManifests('one-account/cronjob.yaml');

describe('the examples for Kubernetes', () => {
  it.each([
    'one-account/cronjob.yaml',
    'one-account/volume.yaml',
    'one-account/kustomization.yaml',
    'shop-a/kustomization.yaml',
  ])('%s is what the API takes', (name) => {
    const manifests = readManifests(name);
    expect(manifests.length).toBeGreaterThan(0);
    expect(manifests.flatMap(findFaults)).toEqual([]);
  });

  it.each([
    ['backoffLimit: 3', 'backoffLimits: 3'],
    ['backoffLimit: 3', 'backoffLimit: "3"'],
    ['restartPolicy: Never', 'restartPolicy: OnFailure'],
    ['action: FailJob', 'action: FailAll'],
    ['values: [2, 4, 5]', 'values: [2, 4, 4]'],
    ['runAsUser: 65532', 'runAsUser: 0'],
    ['readOnlyRootFilesystem: true', 'readOnlyRootFilesystem: false'],
    ['mountPath: /srv/prices', 'mountPath: srv/prices'],
  ])('would be refused with %s as %s', (text, other) => {
    const source = readPage('docs/examples/kubernetes/one-account/cronjob.yaml').text;
    expect(source).toContain(text);
    expect(findFaults(parse(source.replace(text, other)))).not.toEqual([]);
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

  it('post messages to an address that a secret may have', () => {
    const { containers, volumes } = NIGHTLY.spec.jobTemplate.spec.template.spec;
    const webhook = containers[0].env.find(({ name }: Manifest) => name === 'PRICESHEET_WEBHOOK');
    const secrets = volumes.flatMap(({ secret }: Manifest) => secret?.secretName ?? []);
    expect(webhook.valueFrom.secretKeyRef).toMatchObject({ name: secrets[0], optional: true });
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
