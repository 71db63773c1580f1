// Builds the package that is published: node build.mjs [folder].
import { chmod, cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'rolldown';

const here = import.meta.dirname;
const out = path.resolve(process.argv[2] ?? path.join(here, 'dist'));
await rm(out, { recursive: true, force: true });

// One file without dependencies: `npx` has nothing else to install.
const program = path.join(out, 'tributary.js');
await build({
  input: path.join(here, 'src/main.ts'),
  platform: 'node',
  logLevel: 'warn',
  output: { file: program, format: 'esm', banner: '#!/usr/bin/env node', codeSplitting: false },
});
await chmod(program, 0o755);
for (const file of ['README.md', 'LICENSE']) await cp(path.join(here, file), path.join(out, file));

const { name, version, description, license, type } = JSON.parse(
  await readFile(path.join(here, 'package.json'), 'utf8'),
);
const published = {
  name,
  version,
  description,
  license,
  type,
  keywords: ['tributary', 'affiliate', 'cli'],
  bin: { tributary: 'tributary.js' },
  engines: { node: '>=20' },
};
await writeFile(path.join(out, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
