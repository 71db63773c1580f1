// Builds the package that is published, in the folder in which Medusa looks for the parts of a plugin.
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'rolldown';

const here = import.meta.dirname;
const server = path.join(here, '.medusa/server');
await rm(server, { recursive: true, force: true });
await build({
  input: {
    'subscribers/report-order': path.join(here, 'src/subscribers/report-order.ts'),
    'jobs/report-missed-orders': path.join(here, 'src/jobs/report-missed-orders.ts'),
  },
  platform: 'node',
  logLevel: 'warn',
  output: { dir: path.join(server, 'src'), format: 'cjs', chunkFileNames: 'shared/[name].js' },
});
// Medusa stores are CommonJS.
await writeFile(path.join(server, 'package.json'), '{ "type": "commonjs" }\n');
