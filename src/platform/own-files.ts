import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const HERE = fileURLToPath(import.meta.url);

/**
 * The folder of `package.json`, `migrations` and the built console, both when running from source and from the
 * bundle of `npm run build`.
 */
export const PROJECT_FOLDER = folderAbove(path.dirname(HERE));

/**
 * Returns the address of a module that a thread can start with, given its path below `src` without the extension.
 * `build.mjs` bundles each of them into its own file.
 */
export function ownModule(place: string): URL {
  return pathToFileURL(path.join(PROJECT_FOLDER, path.extname(HERE) === '.ts' ? 'src' : 'dist', place));
}

function folderAbove(folder: string): string {
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  const above = path.dirname(folder);
  if (above === folder) throw new Error(`No folder above ${HERE} has a package.json, beside which our own files lie.`);
  return folderAbove(above);
}
