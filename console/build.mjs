// Builds the console into dist/.
import path from 'node:path';
import { buildWhenChanged } from '../build-when-changed.mjs';

const here = import.meta.dirname;
const SOURCES = [
  'src',
  'bundle',
  'shell',
  'index.html',
  'vite.config.ts',
  'build.mjs',
  '../packages/client/src',
  '../src/platform',
  '../package-lock.json',
];

await buildWhenChanged(
  path.join(here, 'dist'),
  SOURCES.map((source) => path.join(here, source)),
  async () => {
    // The build always uses production mode. Another mode would include React's development checks.
    process.env.NODE_ENV = 'production';
    const { build } = await import('vite');
    await build({ root: here, logLevel: 'warn' });
  },
);
