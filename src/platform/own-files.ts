import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const HERE = fileURLToPath(import.meta.url);

/** The folder of `package.json`, `migrations` and the built console: the same from source, and from the one file that `npm run build` makes. */
export const PROJECT_FOLDER = folderAbove(path.dirname(HERE));

/** A module of ours for a thread to begin with, by its place below `src` and without its ending. `build.mjs` makes each of them a file of its own. */
export function ownModule(place: string): URL {
  return pathToFileURL(path.join(PROJECT_FOLDER, path.extname(HERE) === '.ts' ? 'src' : 'dist', place));
}

function folderAbove(folder: string): string {
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  const above = path.dirname(folder);
  if (above === folder) throw new Error(`No folder above ${HERE} has a package.json, beside which our own files lie.`);
  return folderAbove(above);
}
