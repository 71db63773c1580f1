#!/usr/bin/env node
// The command in a checkout of the repository, where `npm start` and `npm run build` build it. The packed package has the program itself.
import { existsSync } from 'node:fs';

const program = new URL('../dist/tributary.js', import.meta.url);
if (existsSync(program)) await import(program.href);
else {
  process.stderr.write('The command is not built yet. Run `npm run build`, or `npm start`, in the project folder.\n');
  process.exitCode = 1;
}
