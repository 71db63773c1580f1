// Builds the server into dist/ and the console into console/dist/, side by side (`npm run build`). Types are taken out, not checked: `npm run
// verify` checks them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buildWhenChanged } from './build-when-changed.mjs';

const SOURCES = ['src', 'tsconfig.json', 'tsconfig.build.json', 'package-lock.json'];

await Promise.all([
  buildWhenChanged('dist', SOURCES, async () => {
    const compiler = spawn('tsc', ['-p', 'tsconfig.build.json', '--noCheck'], { stdio: ['ignore', 2, 2] });
    const [status] = await once(compiler, 'exit');
    if (status !== 0) throw new Error('The server was not built; tsc says why above.');
  }),
  import('./console/build.mjs'),
]);
