import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_FOLDER } from './own-files.ts';

/** The version of this program. `package.json` is its only source. */
export const VERSION: string = JSON.parse(readFileSync(path.join(PROJECT_FOLDER, 'package.json'), 'utf8')).version;
