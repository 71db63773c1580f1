import path from 'node:path';
import { writeWhole } from '../storage/write-whole.ts';
import type { Deliver } from './mailer.ts';

/** Keeps each mail as a file `<time>-<token>.eml`; one that is sent again replaces itself. */
export function folderDelivery(folder: string): Deliver {
  return async ({ askedAt, token, raw }) => {
    const time = askedAt.toISOString().replace(/[-:]|\.\d+/g, '');
    await writeWhole(path.join(folder, `${time}-${token}.eml`), raw);
  };
}
