import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { encodeFrame } from './frame.ts';
import { JournalReader } from './journal-reader.ts';
import { listSegments, segmentPath } from './segments.ts';

/**
 * Removes the clicks before a position from a copied journal that no process writes. A journal that cannot be read completely is
 * left unchanged for inspection.
 */
export async function trimJournal(folder: string, position: number): Promise<void> {
  const before = await listSegments(folder);
  let isDamaged = false;
  const reader = new JournalReader(folder, position, ({ atEnd }) => {
    isDamaged ||= !atEnd;
  });
  const draft = path.join(folder, 'trimmed.part');
  const kept = await open(draft, 'w', 0o600);
  let clicks = 0;
  try {
    for (let frame = await reader.next(); frame !== null; frame = await reader.next()) {
      await kept.appendFile(encodeFrame(frame.clicks, frame.first));
      clicks += frame.clicks.length;
    }
    await kept.sync();
  } finally {
    await kept.close();
    await reader.close();
  }
  if (isDamaged) return rm(draft);
  for (const { file } of before) await rm(file);
  if (clicks === 0) await rm(draft);
  else await rename(draft, segmentPath(folder, position));
}
