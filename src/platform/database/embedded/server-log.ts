import fs from 'node:fs/promises';

const LARGEST_BYTES = 8 * 1024 * 1024;

/**
 * Keeps the server's log small: beyond 8 MiB its content moves to `<file>.1` and it begins anew. The server goes on
 * writing to the same file, which it appends to, so this works while it runs.
 */
export async function rotate(file: string): Promise<void> {
  const found = await fs.stat(file).catch(() => null);
  if (found === null || found.size <= LARGEST_BYTES) return;
  await fs.copyFile(file, `${file}.1`);
  await fs.truncate(file, 0);
}
