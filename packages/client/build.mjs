// Builds the package that is published: node build.mjs [folder]. `npm run client` generates the types that it needs.
import { execFileSync } from 'node:child_process';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'rolldown';

const here = import.meta.dirname;
const out = path.resolve(process.argv[2] ?? path.join(here, 'dist'));
await rm(out, { recursive: true, force: true });

// One file without dependencies, which browsers load as it is.
await build({
  input: path.join(here, 'src/index.ts'),
  platform: 'neutral',
  logLevel: 'warn',
  resolve: { mainFields: ['module', 'main'] },
  output: { file: path.join(out, 'index.js'), format: 'esm', codeSplitting: false },
});

// Compiled without the types of Node, so that the compiler refuses names that other platforms do not have.
const typescript = path.dirname(
  createRequire(path.join(here, '../../package.json')).resolve('typescript/package.json'),
);
const types = ['-p', path.join(here, 'tsconfig.build.json'), '--outDir', out];
execFileSync(process.execPath, [path.join(typescript, 'bin/tsc'), ...types], { stdio: 'inherit' });
await cp(path.join(here, 'src/schema.d.ts'), path.join(out, 'schema.d.ts'));
// The compiled declarations import the source files, which are not published.
for (const file of await readdir(out)) {
  if (!file.endsWith('.d.ts') || file === 'schema.d.ts') continue;
  const text = await readFile(path.join(out, file), 'utf8');
  await writeFile(path.join(out, file), text.replaceAll(/'(\.\/[\w-]+)(?:\.d)?\.ts'/g, "'$1.js'"));
}
for (const file of ['README.md', 'LICENSE']) await cp(path.join(here, file), path.join(out, file));

/** Packages whose types the types of the client need. */
const BUNDLED = ['openapi-fetch', 'openapi-typescript-helpers'];
const typed = {};
for (const dependency of BUNDLED) {
  const from = path.join(here, '../../node_modules', dependency);
  await cp(from, path.join(out, 'node_modules', dependency), { recursive: true });
  typed[dependency] = JSON.parse(await readFile(path.join(from, 'package.json'), 'utf8')).version;
}

const { name, version, description, license, type, dependencies } = JSON.parse(
  await readFile(path.join(here, 'package.json'), 'utf8'),
);
const published = {
  name,
  version,
  description,
  license,
  type,
  keywords: ['tributary', 'affiliate', 'api', 'client', 'webhooks'],
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
  sideEffects: false,
  engines: { node: '>=20' },
  // Only their types are needed, because the code is in index.js. They are in the package, so that it can be installed without a registry.
  dependencies: { ...dependencies, ...typed },
  bundleDependencies: BUNDLED,
};
await writeFile(path.join(out, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
