// Builds the package that is published, in dist. `npm run client` generates the types of the client, which the declarations need: node build.mjs
// writes the code alone, node build.mjs --types the declarations as well.
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'rolldown';

const here = import.meta.dirname;
const out = path.join(here, 'dist');
await rm(out, { recursive: true, force: true });

// The client of the API is part of the file; Vendure and Nest are those of the store.
await build({
  input: path.join(here, 'src/index.ts'),
  platform: 'node',
  logLevel: 'warn',
  external: [/^@vendure\//, /^@nestjs\//],
  output: { file: path.join(out, 'index.js'), format: 'cjs', codeSplitting: false },
});
// Stores are CommonJS, as Vendure is.
await writeFile(path.join(out, 'package.json'), '{ "type": "commonjs" }\n');

if (process.argv.includes('--types')) {
  const emitted = await mkdtemp(path.join(tmpdir(), 'tributary-vendure-'));
  const tsc = path.join(here, '../../node_modules/typescript/bin/tsc');
  const flags = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', emitted];
  execFileSync(process.execPath, [tsc, '-p', here, ...flags], { stdio: 'inherit' });
  for (const file of [
    'vendure/src/index',
    'vendure/src/tributary-plugin',
    'vendure/src/options',
    'shared/order-report',
  ]) {
    const declarations = await readFile(path.join(emitted, 'plugins', `${file}.d.ts`), 'utf8');
    const beside = declarations.replaceAll(/'\.[\w./-]*?([\w-]+)\.ts'/g, "'./$1'");
    await writeFile(path.join(out, `${path.basename(file)}.d.ts`), beside);
  }
  await rm(emitted, { recursive: true, force: true });
}
