import { statfs } from 'node:fs/promises';
import path from 'node:path';

/** The share of the disk of a folder that is free for this process, from 0 to 1. A folder that does not exist yet has the disk of its parent. */
export async function freeShareOf(folder: string): Promise<number> {
  try {
    const { bavail, blocks } = await statfs(folder);
    return blocks === 0 ? 1 : bavail / blocks;
  } catch (error) {
    const parent = path.dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder) throw error;
    return freeShareOf(parent);
  }
}
