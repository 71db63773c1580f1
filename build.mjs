// Builds the server into dist/ and the console into console/dist/, side by side (`npm run build`). Types are taken out, not checked: `npm run
// verify` checks them.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { buildWhenChanged } from './build-when-changed.mjs';

const SOURCES = ['src', 'build.mjs', 'tsconfig.json', 'package-lock.json'];

/** Where a process or a thread begins, by its name below dist/: a file each, and what they share in further ones. */
const ENTRIES = {
  main: 'src/main.ts',
  'build-reference': 'src/build-reference.ts',
  'modules/payments/file-thread': 'src/modules/payments/file-thread.ts',
  'modules/accounts/password-thread': 'src/modules/accounts/password-thread.ts',
};

/** Packages that are loaded from node_modules: they bring machine code, or files that they look for beside their own. */
const APART =
  /^(sharp|@node-rs\/argon2|@embedpdf\/.+|@expo-google-fonts\/.+|pdfkit|fontkit|@fastify\/swagger|ioredis|pino|graphile-worker|@zxcvbn-ts\/.+)$/;

/** A package that looks for files beside its own would not find them from dist/. */
const leavesNoFilesBehind = {
  name: 'leaves-no-files-behind',
  transform: {
    filter: { id: /node_modules/, code: /\b__(?:dirname|filename)\b|\bimport\.meta\.(?:url|dirname|filename)\b/ },
    handler(_, file) {
      this.error(`${file} looks for files beside its own: keep its package apart in build.mjs.`);
    },
  },
};

/** One file instead of 1,500: finding and reading each of them was half of the time that a start took. */
async function buildServer() {
  const { build } = await import('rolldown');
  await build({
    input: ENTRIES,
    platform: 'node',
    external: APART,
    plugins: [leavesNoFilesBehind],
    logLevel: 'warn',
    output: { dir: 'dist', cleanDir: true, format: 'esm', sourcemap: true, sourcemapExcludeSources: true },
  });
  await promisify(execFile)(process.execPath, ['dist/build-reference.js']);
}

/** The command for users of the API: `npx tributary` in this folder, and docs/guides/cli.md. */
const buildCommand = () => promisify(execFile)(process.execPath, ['packages/cli/build.mjs']);

await Promise.all([
  buildWhenChanged('dist', SOURCES, buildServer),
  buildWhenChanged(
    'packages/cli/dist',
    ['packages/cli/src', 'packages/cli/build.mjs', 'packages/client/src'],
    buildCommand,
  ),
  import('./console/build.mjs'),
]);
