import { execFile, spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readConfig } from '../../src/config.ts';
import { VARIABLES, type Variable } from '../../src/config-variables.ts';
import { createTestApplication } from '../harness/application.ts';
import { afterThisFile } from '../harness/clean-up.ts';
import { readDockerfile } from './dockerfile.ts';
import { build, faultsOf, type Manifest, podOf } from './manifests.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'tributary-kubernetes-'));
afterThisFile(() => rm(folder, { recursive: true, force: true }));
await cp('deploy/kubernetes', folder, { recursive: true });
const overlay = path.join(folder, 'overlays/example');
// As the page says.
await rename(path.join(overlay, 'secrets.env.example'), path.join(overlay, 'secrets.env'));
const manifests = await build(overlay);

const find = (kind: string, name: string): Manifest => {
  const found = manifests.find((one) => one.kind === kind && one.metadata.name === name);
  if (found === undefined) throw new Error(`no ${kind} ${name}`);
  return found;
};
const pods = manifests.flatMap((manifest) => {
  const pod = podOf(manifest);
  return pod === null ? [] : [{ name: manifest.metadata.name, pod }];
});
const tributary = find('StatefulSet', 'tributary');

it('every manifest has the fields of Kubernetes’ interface, and no others', async () => {
  const wrong = structuredClone(tributary);
  wrong['spec'].template.spec.containers[0].readOnlyRootFilesystem = true;
  const faults = await faultsOf([...manifests, wrong]);
  // The planted fault, in the last file.
  expect(faults).toEqual([expect.stringMatching(new RegExp(`^${manifests.length}\\.ts.*readOnlyRootFilesystem`))]);
});

it.runIf(spawnSync('kubectl', ['version', '--client']).status === 0)('kubectl builds the same manifests', async () => {
  const { stdout } = await promisify(execFile)('kubectl', ['kustomize', overlay]);
  // Names of generated objects end with a hash of their contents. Values of secrets are in base64.
  const text = stdout.replace(/(name: tributary)-[a-z0-9]{10}$/gm, '$1').replace(/^type: Opaque\n/gm, '');
  const built: Manifest[] = parseAllDocuments(text).map((document) => document.toJS());
  const byName = (list: Manifest[]) => Object.fromEntries(list.map((one) => [`${one.kind} ${one.metadata.name}`, one]));
  expect(byName(built)).toEqual(byName(manifests));
});

it('every container is restricted: an ordinary user, a root that is only read, and no capabilities', () => {
  expect(pods.map(({ name }) => name).sort()).toEqual(['tributary', 'tributary-backup', 'tributary-redis']);
  for (const { pod } of pods) {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    for (const container of pod.containers) {
      expect(container.securityContext).toEqual({
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      });
      expect(Object.keys(container.resources)).toEqual(['requests', 'limits']);
      for (const { name } of container.volumeMounts)
        expect(
          [...pod.volumes, ...tributary['spec'].volumeClaimTemplates.map((claim: Manifest) => claim.metadata)].map(
            (volume: { name: string }) => volume.name,
          ),
        ).toContain(name);
    }
  }
});

it('objects refer to objects that exist', () => {
  const labelsOf = ({ spec, kind }: Manifest) =>
    (kind === 'CronJob' ? spec.jobTemplate.spec : spec).template.metadata.labels;
  const labels = manifests.filter((manifest) => podOf(manifest) !== null).map(labelsOf);
  const selectors = manifests.flatMap(({ kind, spec }) => {
    if (kind === 'Service') return [spec.selector];
    if (kind === 'NetworkPolicy')
      return [spec.podSelector.matchLabels, spec.ingress[0].from[0].podSelector.matchLabels];
    return spec?.selector?.matchLabels === undefined ? [] : [spec.selector.matchLabels];
  });
  expect(selectors.length).toBeGreaterThan(6);
  for (const selector of selectors) expect(labels).toContainEqual(selector);
  find('Service', tributary['spec'].serviceName);
  const scaled = find('HorizontalPodAutoscaler', 'tributary')['spec'].scaleTargetRef;
  find(scaled.kind, scaled.name);
  const backend = find('Ingress', 'tributary')['spec'].rules[0].http.paths[0].backend.service;
  expect(find('Service', backend.name)['spec'].ports.map(({ name }: { name: string }) => name)).toContain(
    backend.port.name,
  );
  for (const { pod } of pods)
    for (const { persistentVolumeClaim: claim } of pod.volumes)
      if (claim !== undefined) find('PersistentVolumeClaim', claim.claimName);
  for (const name of ['tributary', 'tributary-backup'])
    for (const { envFrom } of pods.find((one) => one.name === name)!.pod.containers)
      expect(envFrom).toEqual([{ configMapRef: { name: 'tributary' } }, { secretRef: { name: 'tributary' } }]);
});

it('the settings exist, secrets are in the Secret, and the server accepts them', async () => {
  const settings = find('ConfigMap', 'tributary')['data'] as Record<string, string>;
  const secrets = find('Secret', 'tributary')['data'] as Record<string, string>;
  const own = tributary['spec'].template.spec.containers[0].env.map(({ name }: { name: string }) => name);
  const variables = VARIABLES as Record<string, Variable<unknown>>;
  for (const name of [...Object.keys(settings), ...Object.keys(secrets), ...own])
    expect(Object.keys(variables)).toContain(name);
  expect(Object.keys(settings).filter((name) => variables[name]!.secret)).toEqual([]);
  // An access key of a bucket is one half of a login.
  expect(Object.keys(secrets).filter((name) => !variables[name]!.secret)).toEqual(['S3_ACCESS_KEY_ID']);
  for (const value of Object.values(secrets)) expect(value).toBe('');
  const filled = {
    DATABASE_URL: 'postgres://tributary:password@database/tributary',
    SERVICE_API_KEY: '0'.repeat(48),
    ENCRYPTION_KEY: '0'.repeat(64),
    METRICS_TOKEN: '0'.repeat(48),
    SMTP_URL: 'smtps://user:password@mail.example.com:465',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'a-secret-key',
  };
  expect(Object.keys(filled).sort()).toEqual(Object.keys(secrets).sort());
  expect(readConfig({ ...settings, ...filled })).toMatchObject({
    publicUrl: `https://${find('Ingress', 'tributary')['spec'].rules[0].host}`,
  });
});

it('the processes run as the image says, and have more time to stop than the server takes', async () => {
  const image = await readDockerfile('deploy/Dockerfile');
  const { containers, terminationGracePeriodSeconds: grace } = tributary['spec'].template.spec;
  const [container] = containers;
  expect(container.ports[0].containerPort).toBe(Number(image.environment['PORT']));
  expect(container.volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath)).toEqual([
    image.environment['DATA_DIR'],
    '/tmp',
  ]);
  const [, stopMs] = /STOP_TIMEOUT_MS = ([\d_]+)/.exec(await readFile('src/serve.ts', 'utf8'))!;
  const [, pause] = container.lifecycle.preStop.exec.command;
  expect(grace).toBeGreaterThanOrEqual(Number(pause) + Number(stopMs!.replace('_', '')) / 1_000 + 10);
});

it('the probes of running processes are answered without the database', async () => {
  const { app, database } = await createTestApplication({});
  const [container] = tributary['spec'].template.spec.containers;
  let connections = 0;
  database.pool.on('acquire', () => {
    connections += 1;
  });
  for (const probe of ['livenessProbe', 'readinessProbe']) {
    const { statusCode } = await app.inject(container[probe].httpGet.path);
    expect([probe, statusCode, connections]).toEqual([probe, 200, 0]);
  }
  // The start waits for the database, which this one asks.
  expect((await app.inject(container.startupProbe.httpGet.path)).statusCode).toBe(200);
  expect(connections).toBe(1);
});
