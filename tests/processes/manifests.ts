import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

/** An object of Kubernetes. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
  // biome-ignore lint/suspicious/noExplicitAny: the types of Kubernetes check each document as a whole
  [field: string]: any;
}

interface Kustomization {
  namespace?: string;
  resources: string[];
  images?: { name: string; newName: string; newTag: string }[];
  configMapGenerator?: Generator[];
  secretGenerator?: Generator[];
}
interface Generator {
  name: string;
  envs: string[];
}

const readYaml = async (file: string) => parse(await readFile(file, 'utf8'));

/** The values of an env file. */
async function readEnvFile(file: string): Promise<Record<string, string>> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => /^[A-Z]/.test(line));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

/**
 * Builds what `kubectl kustomize` builds from a folder, as far as our files use it: resources, a namespace, images, and generators from env
 * files. Generated names have no hash.
 */
export async function build(folder: string): Promise<Manifest[]> {
  const kustomization: Kustomization = await readYaml(path.join(folder, 'kustomization.yaml'));
  const { namespace, resources, images = [], configMapGenerator = [], secretGenerator = [] } = kustomization;
  const found: Manifest[] = [];
  for (const resource of resources) {
    const file = path.join(folder, resource);
    if (resource.endsWith('.yaml'))
      found.push(...parseAllDocuments(await readFile(file, 'utf8')).map((document) => document.toJS({ merge: true })));
    else found.push(...(await build(file)));
  }
  const generated = (kind: string) => async (generator: Generator) => {
    const values = await Promise.all(generator.envs.map((name) => readEnvFile(path.join(folder, name))));
    return {
      apiVersion: 'v1',
      kind,
      metadata: { name: generator.name },
      data: Object.assign({}, ...values),
    } as Manifest;
  };
  found.push(...(await Promise.all(configMapGenerator.map(generated('ConfigMap')))));
  found.push(...(await Promise.all(secretGenerator.map(generated('Secret')))));
  for (const manifest of found) {
    if (namespace !== undefined && manifest.kind !== 'Namespace') manifest.metadata.namespace = namespace;
    for (const container of podOf(manifest)?.containers ?? []) {
      const image = images.find(({ name }) => name === container.image);
      if (image !== undefined) container.image = `${image.newName}:${image.newTag}`;
    }
  }
  return found;
}

/** The pods of a workload; null for other kinds. */
export function podOf({ kind, spec }: Manifest) {
  if (kind === 'CronJob') return spec.jobTemplate.spec.template.spec;
  return kind === 'StatefulSet' || kind === 'Deployment' ? spec.template.spec : null;
}

/** The folder of `kubernetes-types` that describes an apiVersion. */
const folderOf = (apiVersion: string) => (apiVersion === 'v1' ? 'core/v1' : apiVersion.replace(/\..*?\//, '/'));

/**
 * Compares objects with the types of Kubernetes' own interface description (kubernetes-types), by TypeScript: unknown fields, missing
 * ones, and values of another kind are faults.
 * @returns one line for each fault, which begins with the number of the object
 */
export async function faultsOf(manifests: readonly object[]): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tributary-manifests-'));
  const types = path.resolve('node_modules/kubernetes-types');
  const files = manifests.map((manifest, index) => {
    const { apiVersion, kind } = manifest as Manifest;
    const text = `import type { ${kind} } from '${types}/${folderOf(apiVersion)}';\nexport const it: ${kind} = ${JSON.stringify(manifest)};\n`;
    return [`${index}.ts`, text] as const;
  });
  for (const [name, text] of files) await writeFile(path.join(folder, name), text);
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'esnext', '--moduleResolution', 'bundler'];
  const names = files.map(([name]) => name);
  const tsc = path.resolve('node_modules/typescript/bin/tsc');
  const printed = await new Promise<string>((resolve) => {
    execFile(process.execPath, [tsc, ...options, '--types', '', ...names], { cwd: folder }, (_, out, err) =>
      resolve(out + err),
    );
  });
  await rm(folder, { recursive: true });
  return printed.split('\n').filter((line) => line !== '');
}
