import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Writes a file of its owner's alone, whole or not at all, making its folders; one that is there is replaced. */
export async function writeWhole(file: string, content: Buffer): Promise<void> {
  const draft = `${file}.${randomUUID()}.part`;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    await writeFile(draft, content, { mode: 0o600, flush: true });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
