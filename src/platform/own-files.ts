import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const HERE = fileURLToPath(import.meta.url);
const RUNS_FROM_SOURCE = path.extname(HERE) === '.ts';

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
  return pathToFileURL(path.join(PROJECT_FOLDER, RUNS_FROM_SOURCE ? 'src' : 'dist', place));
}

/** Returns a folder that `npm run build` writes beside the code; null when running from source. */
export function builtFolder(place: string): string | null {
  return RUNS_FROM_SOURCE ? null : path.join(PROJECT_FOLDER, 'dist', place);
}

function folderAbove(folder: string): string {
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  const above = path.dirname(folder);
  if (above === folder) throw new Error(`No folder above ${HERE} has a package.json, beside which our own files lie.`);
  return folderAbove(above);
}
