// Builds the console into dist/, unless what is there was made of what is here now: starting again should not build again.
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

const here = import.meta.dirname;
const SOURCES = ['src', 'index.html', 'vite.config.ts', 'build.mjs', '../client/src/index.ts', '../package-lock.json'];

/** When the file, or the newest one below the folder, was written; milliseconds. */
async function writtenAt(file) {
  const facts = await stat(file);
  if (!facts.isDirectory()) return facts.mtimeMs;
  const inside = await readdir(file, { recursive: true, withFileTypes: true });
  const files = inside.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  // Of a folder too: a file that was taken out has changed it.
  const times = await Promise.all(files.map(async (name) => (await stat(name)).mtimeMs));
  return Math.max(facts.mtimeMs, ...times);
}

const built = await writtenAt(path.join(here, 'dist/index.html')).catch(() => 0);
const newest = Math.max(...(await Promise.all(SOURCES.map((source) => writtenAt(path.join(here, source))))));
if (newest > built) {
  // Whoever builds, tests too: anything else would ship React's checks for its developers.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  await build({ root: here, logLevel: 'warn' });
}
