import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rmdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from '../../../platform/context.ts';
import { writeWhole } from '../../../platform/storage/write-whole.ts';
import { isDeviceCountry } from '../device-country.ts';
import { isSubs } from '../subs.ts';
import { encodeFrame, type LoggedClick } from './frame.ts';
import { emptyIfMissing, ignoreMissing, segmentPath, syncFolder } from './segments.ts';

const MAX_IN_FRAME = 1_000;

/**
 * Converts the click files that an earlier version left in `spool/` to journals, which are then recorded like those of ended
 * processes. It can be repeated and interrupted: a file always results in the same journal. Files that were set aside for
 * inspection move to `refused`.
 */
export async function migrateSpool(spool: string, journals: string, refused: string, logger: Logger): Promise<void> {
  const names = await readdir(spool).catch(emptyIfMissing);
  for (const name of names.filter((one) => one.endsWith('.ndjson'))) {
    const file = path.join(spool, name);
    const { clicks, broken } = parseSpool(await readFile(file, 'utf8'));
    if (clicks.length > 0) {
      const folder = path.join(journals, `spool-${createHash('sha256').update(name).digest('hex').slice(0, 32)}`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeWhole(segmentPath(folder, 0), framesOf(clicks));
      await syncFolder(folder);
      await syncFolder(journals);
    }
    logger.info({ file, clicks: clicks.length, broken }, 'clicks of an earlier version were taken into the journal');
    if (broken > 0) await rename(file, `${file}.broken`);
    else await unlink(file).catch(ignoreMissing);
  }
  for (const name of await readdir(spool).catch(emptyIfMissing)) {
    if (!name.endsWith('.broken')) continue;
    await mkdir(refused, { recursive: true, mode: 0o700 });
    await rename(path.join(spool, name), path.join(refused, name.replace(/\.broken$/, ''))).catch(ignoreMissing);
  }
  await rmdir(spool).catch(() => undefined);
}

function framesOf(clicks: readonly LoggedClick[]): Buffer {
  const frames: Buffer[] = [];
  for (let at = 0; at < clicks.length; at += MAX_IN_FRAME)
    frames.push(encodeFrame(clicks.slice(at, at + MAX_IN_FRAME), at));
  return Buffer.concat(frames);
}

/** The clicks of a spool file, and how many whole lines were none; a last line without its end was never acknowledged. */
export function parseSpool(text: string): { clicks: LoggedClick[]; broken: number } {
  const clicks: LoggedClick[] = [];
  let broken = 0;
  const lines = text.split('\n');
  lines.forEach((line, index) => {
    if (line === '') return;
    const click = parseLine(line);
    if (click) clicks.push(click);
    else if (index < lines.length - 1) broken += 1;
  });
  return { clicks, broken };
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const HASH = /^[0-9a-f]{32}$/;
const CODE = /^[\w-]{1,255}$/;

function parseLine(line: string): LoggedClick | null {
  try {
    const {
      id,
      code,
      day,
      visitor,
      network,
      class: kind,
      source,
      subs,
      deviceCountry,
    } = JSON.parse(line) as LoggedClick;
    const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
    const isExtra =
      (network == null || HASH.test(network)) &&
      (subs === undefined || isSubs(subs)) &&
      (deviceCountry === undefined || isDeviceCountry(deviceCountry));
    const isWhole = isExtra && UUID.test(id) && HASH.test(visitor) && isDay && CODE.test(code);
    return isWhole && isByte(kind) && isByte(source)
      ? { id, code, day, visitor, network, class: kind, source, subs, deviceCountry }
      : null;
  } catch {
    return null;
  }
}

const isByte = (value: number) => Number.isInteger(value) && value >= 0 && value <= 255;
