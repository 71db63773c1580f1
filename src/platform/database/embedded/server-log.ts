import fs from 'node:fs/promises';

const LARGEST_BYTES = 8 * 1024 * 1024;

/**
 * Limits the size of the server's log. Beyond 8 MiB its content moves to `<file>.1` and the file is emptied. The
 * server appends to the same file, so this also works while it runs.
 */
export async function rotate(file: string): Promise<void> {
  const found = await fs.stat(file).catch(() => null);
  if (found === null || found.size <= LARGEST_BYTES) return;
  await fs.copyFile(file, `${file}.1`);
  await fs.truncate(file, 0);
}
