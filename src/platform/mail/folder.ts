import path from 'node:path';
import { writeWhole } from '../storage/write-whole.ts';
import type { Deliver } from './deliver.ts';

/** Writes each mail to a file `<time>-<token>.eml`. A repeated delivery overwrites the same file. */
export function folderDelivery(folder: string): Deliver {
  return async ({ askedAt, token, raw }) => {
    const time = askedAt.toISOString().replace(/[-:]|\.\d+/g, '');
    await writeWhole(path.join(folder, `${time}-${token}.eml`), raw);
  };
}
