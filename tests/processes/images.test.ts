import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const PINNED = /^[a-z0-9][a-z0-9./-]*:[\w][\w.-]*@sha256:[0-9a-f]{64}$/;
const images: Record<string, string> = JSON.parse(readFileSync('deploy/images.json', 'utf8'));

/** The images that `FROM` of a Dockerfile names: through an ARG, a stage of the file, or directly. */
function imagesOfDockerfile(text: string): { name: string | null; image: string }[] {
  const defaults = new Map([...text.matchAll(/^ARG (\w+)=(\S+)$/gm)].map(([, name, image]) => [name!, image!]));
  const stages = new Set([...text.matchAll(/^FROM .* AS (\S+)$/gim)].map(([, stage]) => stage!));
  return [...text.matchAll(/^FROM (?:--\S+ )*(\S+)/gim)]
    .map(([, from]) => from!)
    .concat([...text.matchAll(/^(?:COPY|ADD) .*--from=(\S+)/gim)].map(([, from]) => from!))
    .filter((from) => !stages.has(from))
    .map((from) => {
      const name = /^\$\{(\w+)\}$/.exec(from)?.[1] ?? null;
      return { name, image: name === null ? from : (defaults.get(name) ?? '') };
    });
}

/** The images of a compose file, with the variable that overrides each; without those that it builds. */
function imagesOfCompose(text: string): { name: string | null; image: string }[] {
  const built = [...text.matchAll(/^ +args: \{ NODE_IMAGE: "(.*)" \}$/gm)];
  const pulled = [...text.matchAll(/^ +image: (?!tributary:latest$)"?(.*?)"?$/gm)];
  return [...built, ...pulled].map(([, value]) => {
    const [, name = null, image = value!] = /^\$\{(\w+):-(.*)\}$/.exec(value!) ?? [];
    return { name, image };
  });
}

/** The images of a manifest for Kubernetes, each with the name that it has in images.json. */
function imagesOfManifest(text: string): { name: string | null; image: string }[] {
  return [...text.matchAll(/^ +image: (\S+)$/gm)].map(([, image]) => ({
    name: `${image!.split(':')[0]!.toUpperCase()}_IMAGE`,
    image: image!,
  }));
}

const described = (folder = 'deploy') => [
  ...imagesOfDockerfile(readFileSync(path.join(folder, 'Dockerfile'), 'utf8')),
  ...imagesOfCompose(readFileSync(path.join(folder, 'compose.yaml'), 'utf8')),
  ...imagesOfManifest(readFileSync(path.join(folder, 'kubernetes/base/redis.yaml'), 'utf8')),
];

test('every image of the Dockerfile, the compose file and the manifests is pinned by its digest, as in images.json', () => {
  for (const { name, image } of described()) {
    expect(image).toMatch(PINNED);
    expect([name, image]).toEqual([name, images[name ?? '']]);
  }
  const names = described().map(({ name }) => name);
  expect([...new Set(names)].sort()).toEqual(Object.keys(images).sort());
  // Three stages, and the argument of the compose file.
  expect(names.filter((name) => name === 'NODE_IMAGE')).toHaveLength(4);
  expect(new Set(Object.values(images).map((image) => image.split('@')[1])).size).toBe(Object.keys(images).length);
});

test.each([
  ['a tag', 'FROM node:24-slim\n', [{ name: null, image: 'node:24-slim' }]],
  ['a variable without a digest', `ARG A=node:24\nFROM \${A} AS x\nFROM x\n`, [{ name: 'A', image: 'node:24' }]],
  ['a variable without a value', `ARG A\nFROM \${A}\n`, [{ name: 'A', image: '' }]],
  [
    'a copy from an image',
    'FROM scratch AS x\nCOPY --from=busybox:1 /a /b\n',
    [
      { name: null, image: 'scratch' },
      { name: null, image: 'busybox:1' },
    ],
  ],
])('that finds %s', (_, text, found) => {
  expect(imagesOfDockerfile(text)).toEqual(found);
  expect(found.some(({ image }) => PINNED.test(image))).toBe(false);
});

/** Runs pin-images.mjs over a copy of the folder, with a `docker` that answers for each tag. */
function renewing(answers: (tag: string) => string, ...args: string[]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'tributary-images-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync('deploy', folder, { recursive: true });
  const cases = Object.values(images)
    .map((image) => image.split('@')[0]!)
    .concat(args.map((arg) => arg.split('=')[1] ?? ''))
    .map((tag) => `${tag}) echo '${answers(tag)}';;`);
  writeFileSync(path.join(folder, 'docker'), `#!/bin/sh\ncase "$4" in\n${cases.join('\n')}\n*) exit 1;;\nesac\n`);
  chmodSync(path.join(folder, 'docker'), 0o755);
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(folder, 'pin-images.mjs'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${folder}:${process.env['PATH']}` },
  });
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  return { folder, status, stdout, stderr, read };
}
const FILES = ['images.json', 'Dockerfile', 'compose.yaml', 'kubernetes/base/redis.yaml'];
const digest = (letter: string) => `sha256:${letter.repeat(64)}`;

test('a renewal writes the registry’s digests to all files, which then agree', () => {
  const letters = new Map(Object.values(images).map((image, index) => [image.split('@')[0]!, 'abcdef'[index]!]));
  const { folder, status, stdout, stderr, read } = renewing((tag) => digest(letters.get(tag)!));
  expect([status, stderr]).toEqual([0, '']);
  const renewed: Record<string, string> = JSON.parse(read('images.json'));
  for (const [name, image] of Object.entries(images)) {
    const tag = image.split('@')[0]!;
    expect(renewed[name]).toBe(`${tag}@${digest(letters.get(tag)!)}`);
    expect(stdout).toContain(`renewed   ${name}=`);
  }
  for (const { name, image } of described(folder)) expect(image).toBe(renewed[name!]);
});

test('a renewal without new digests changes nothing, and a renewal with another tag changes that image', () => {
  const current = (tag: string) =>
    Object.values(images)
      .find((image) => image.startsWith(`${tag}@`))
      ?.split('@')[1] ?? digest('a');
  const same = renewing(current);
  expect(same.status).toBe(0);
  for (const file of FILES) expect(same.read(file)).toBe(readFileSync(path.join('deploy', file), 'utf8'));
  const other = renewing(current, 'REDIS_IMAGE=redis:7.9.9');
  expect([other.status, other.stderr]).toEqual([0, '']);
  expect(JSON.parse(other.read('images.json'))).toEqual({ ...images, REDIS_IMAGE: `redis:7.9.9@${digest('a')}` });
  expect(other.read('compose.yaml')).toContain(`\${REDIS_IMAGE:-redis:7.9.9@${digest('a')}}`);
});

test.each([
  ['a registry without an answer', 'unknown', [], 'Docker gave no digest of'],
  ['an image that is not used', digest('a'), ['MYSQL_IMAGE=mysql:9'], 'MYSQL_IMAGE is not one of NODE_IMAGE'],
  ['no tag', digest('a'), ['REDIS_IMAGE'], 'NAME=image:tag is expected'],
])('%s ends a renewal before anything is written', (_, answer, args, sentence) => {
  const { status, stderr, read } = renewing(() => answer, ...args);
  expect([status, stderr]).toEqual([1, expect.stringContaining(sentence)]);
  for (const file of FILES) expect(read(file)).toBe(readFileSync(path.join('deploy', file), 'utf8'));
});

test('the build’s context contains the files that its commands name', () => {
  const letIn = readFileSync('.dockerignore', 'utf8').split('\n');
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const needed = [scripts['prebuild'], scripts['build'], scripts['preinstall']].flatMap(
    (command) => command?.match(/[\w-]+\.[cm]js\b/g) ?? [],
  );
  expect(needed).toEqual(expect.arrayContaining(['check-node.cjs', 'build.mjs']));
  for (const file of needed) expect(letIn).toContain(`!${file}`);
  for (const line of letIn.filter((entry) => entry.startsWith('!')))
    expect([line, existsSync(line.slice(1))]).toEqual([line, true]);
});
