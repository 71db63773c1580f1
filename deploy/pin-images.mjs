/**
 * Pins the images that the containers are made of: asks the registry, by Docker, for the digest of each tag of deploy/images.json and writes
 * deploy/images.env, which compose and `docker build` take. Run it for each release, and keep the file with the release.
 *
 *   node deploy/pin-images.mjs [file]
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const images = JSON.parse(readFileSync(new URL('images.json', import.meta.url), 'utf8'));
const file = process.argv[2] ?? fileURLToPath(new URL('images.env', import.meta.url));

const lines = Object.entries(images).map(([name, tag]) => {
  const args = ['buildx', 'imagetools', 'inspect', tag, '--format', '{{.Manifest.Digest}}'];
  const digest = execFileSync('docker', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
  if (!/^sha256:[0-9a-f]{64}$/.test(digest))
    throw new Error(`Docker gave no digest of ${tag}: ${digest.slice(0, 100)}`);
  return `${name}=${tag}@${digest}`;
});
writeFileSync(file, `${lines.join('\n')}\n`);
process.stderr.write(`${file}: ${lines.length} images\n`);
