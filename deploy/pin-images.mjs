/**
 * Renews the pinned images. Asks the registry, by Docker, for the digest of each tag of deploy/images.json, and writes the digests to
 * deploy/images.json, deploy/Dockerfile, deploy/compose.yaml and deploy/kubernetes. Nothing is written unless every image has a digest.
 *
 *   node deploy/pin-images.mjs                                        the current digests of the same tags
 *   node deploy/pin-images.mjs NODE_IMAGE=node:24.22.0-bookworm-slim  another tag of one image, and the current digests of all
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const PINNED = /^([a-z0-9][a-z0-9./-]*:[\w][\w.-]*)@sha256:[0-9a-f]{64}$/;
const at = (file) => new URL(file, import.meta.url);
const read = (file) => readFileSync(at(file), 'utf8');

const images = JSON.parse(read('images.json'));
const tags = Object.fromEntries(Object.entries(images).map(([name, image]) => [name, tagOf(name, image)]));
for (const argument of process.argv.slice(2)) {
  const [, name, tag] =
    /^([A-Z_]+)=([^@\s]+:[^@\s]+)$/.exec(argument) ?? fail(`${argument}: NAME=image:tag is expected`);
  if (!(name in tags)) fail(`${name} is not one of ${Object.keys(tags).join(', ')}`);
  tags[name] = tag;
}

const renewed = Object.fromEntries(Object.entries(tags).map(([name, tag]) => [name, `${tag}@${digestOf(tag)}`]));
const texts = ['Dockerfile', 'compose.yaml', 'kubernetes/base/redis.yaml'].map((file) => {
  let text = read(file);
  for (const [name, image] of Object.entries(images)) text = text.replaceAll(image, renewed[name]);
  return [file, text];
});
for (const [file, text] of [...texts, ['images.json', `${JSON.stringify(renewed, null, 2)}\n`]]) {
  writeFileSync(at(file), text);
}
for (const [name, image] of Object.entries(renewed)) {
  process.stdout.write(`${image === images[name] ? 'unchanged' : 'renewed  '} ${name}=${image}\n`);
}

/** The tag of an image that is pinned as `name:tag@sha256:…`. */
function tagOf(name, image) {
  return (PINNED.exec(image) ?? fail(`deploy/images.json: ${name} is not pinned by a digest: ${image}`))[1];
}

/** The digest of the tag's index, which holds the image of every platform. */
function digestOf(tag) {
  const args = ['buildx', 'imagetools', 'inspect', tag, '--format', '{{.Manifest.Digest}}'];
  const digest = execFileSync('docker', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
  if (!/^sha256:[0-9a-f]{64}$/.test(digest)) fail(`Docker gave no digest of ${tag}: ${digest.slice(0, 100)}`);
  return digest;
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
