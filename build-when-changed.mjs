import { readdir, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Builds a folder, unless what is in it was made of what the sources are now: starting again should not build again.
 *
 * @param {string} folder what `build` fills; the time of `.built` in it is when its sources were last read
 * @param {string[]} sources files and folders it is made of
 * @param {() => Promise<void>} build
 */
export async function buildWhenChanged(folder, sources, build) {
  const stamp = path.join(folder, '.built');
  const built = await stat(stamp).catch(() => ({ mtimeMs: 0 }));
  const written = await Promise.all(sources.map(writtenAt));
  if (Math.max(...written) < built.mtimeMs) return;
  const began = new Date();
  await build();
  await writeFile(stamp, '');
  // What changes while it is built has to be built the next time.
  await utimes(stamp, began, began);
}

/** When the file, or the newest one below the folder, was written; milliseconds. */
async function writtenAt(file) {
  const facts = await stat(file);
  if (!facts.isDirectory()) return facts.mtimeMs;
  const inside = await readdir(file, { recursive: true, withFileTypes: true });
  // Folders too: a file that was taken out has changed the one it was in.
  const times = await Promise.all(
    inside.map(async (entry) => (await stat(path.join(entry.parentPath ?? entry.path, entry.name))).mtimeMs),
  );
  return Math.max(facts.mtimeMs, ...times);
}
