import { execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const FILL_ATTEMPTS = 20;

/** A file system of a few megabytes, in memory. */
export interface SmallDisk {
  folder: string;
  /** Fills the disk, except `spareBytes`. */
  fill(spareBytes: number): Promise<void>;
  /** Frees the space. */
  free(): Promise<void>;
  remove(): Promise<void>;
}

/** Mounts a small disk; null without root or Linux. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | null> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tributary-small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    await fs.rmdir(folder);
    return null;
  }
  const ballast = path.join(folder, 'ballast');
  return {
    folder,
    async fill(spareBytes) {
      for (let attempt = 1; ; attempt++) {
        const { bavail, bsize } = await fs.statfs(folder);
        const bytes = Math.max(0, bavail * bsize - spareBytes);
        try {
          // Reserved, not sparse, so that the space is used immediately.
          execFileSync('fallocate', ['-l', String(bytes), ballast], { stdio: 'ignore' });
          return;
        } catch (error) {
          // A server that runs on this disk has used space since it was measured.
          if (attempt === FILL_ATTEMPTS) throw error;
        }
      }
    },
    free: () => fs.rm(ballast, { force: true }),
    async remove() {
      // Lazy, because a server that still runs after a failure would keep the disk busy, and this error would replace the failure.
      execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' });
      await fs.rmdir(folder);
    },
  };
}
