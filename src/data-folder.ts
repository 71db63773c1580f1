import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** `DATA_DIR` cannot be used. The message names the setting and the remedy. */
export class DataFolderRefused extends Error {
  override readonly name = 'DataFolderRefused';
}

/**
 * Creates the data folder if it is missing, and checks that this process can write to it.
 * @param isPrivate creates a new folder with private permissions; false where the embedded database runs as another
 * user
 * @throws DataFolderRefused
 */
export async function prepareDataFolder(dataDir: string, { isPrivate }: { isPrivate: boolean }): Promise<void> {
  const probe = path.join(dataDir, `.writable-${randomUUID()}`);
  try {
    await mkdir(dataDir, { recursive: true, ...(isPrivate ? { mode: 0o700 } : {}) });
    await writeFile(probe, '', { flag: 'wx', mode: 0o600 });
    await rm(probe);
  } catch (error) {
    const { code, message } = await realCause(dataDir, error as NodeJS.ErrnoException);
    if (code === undefined) throw error;
    throw new DataFolderRefused(`DATA_DIR: ${dataDir} cannot be written to (${message}). ${remedyFor(code)}`, {
      cause: error,
    });
  }
}

/** `mkdir` reports ENOENT when the parent folder is read-only. The parent itself reports the cause. */
async function realCause(dataDir: string, error: NodeJS.ErrnoException): Promise<NodeJS.ErrnoException> {
  if (error.code !== 'ENOENT') return error;
  let above = path.dirname(dataDir);
  while (above !== path.dirname(above) && !(await stat(above).catch(() => null))) above = path.dirname(above);
  return access(above, constants.W_OK).then(
    () => error,
    (cause) => cause,
  );
}

function remedyFor(code: string): string {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'Free some space, or choose a folder on another disk: DATA_DIR=/path npm start';
    case 'EROFS':
      return 'The file system is mounted read-only. Choose a folder that can be written: DATA_DIR=/path npm start';
    case 'ENOTDIR':
    case 'EEXIST':
      return 'Part of this path is a file. Choose a folder: DATA_DIR=/path npm start';
    default:
      return 'Start as the user who owns it, or choose a folder that this user may write: DATA_DIR=/path npm start';
  }
}
