import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * A folder of official schemas, whose terms do not permit them in the repository: the folder that an environment variable names, else the one below
 * `shared/standards` beside the checkout. Undefined: tests that need it are skipped.
 */
export function standardsFolder(variable: string, name: string): string | undefined {
  const folder = process.env[variable] ?? path.resolve('..', 'shared', 'standards', name);
  return existsSync(folder) ? folder : undefined;
}
