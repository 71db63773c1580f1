import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput, NotFound } from '../../../platform/errors/errors.ts';
import { keepPicture } from '../../../platform/images/keep-picture.ts';
import type { FileStorage } from '../../../platform/storage/storage.ts';

/**
 * Sets a campaign's picture and replaces the previous one.
 * @param file the uploaded PNG or JPEG; `field`: its name in the request
 * @throws InvalidInput naming the field when the picture is invalid; Unavailable when the storage does not answer;
 * NotFound when the campaign is
 * deleted
 */
export async function setCampaignImage(
  { db, now }: Pick<Context, 'db' | 'now'>,
  storage: FileStorage,
  { campaignId, file, field }: { campaignId: number; file: Buffer; field: string },
): Promise<void> {
  const key = await keepPicture(storage, { folder: 'campaigns', file, field });
  const { rowCount } = await db.execute(sql`
    UPDATE campaigns SET image_key = ${key}, updated_at = ${now().toISOString()} WHERE id = ${campaignId} AND deleted_at IS NULL`);
  if (rowCount !== 1) throw new NotFound('offer');
}

/** Matches a base64 data URI. Its media type is the caller's claim and is ignored. */
const DATA_URI = /^data:[^,]{0,255};base64,/i;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/**
 * Decodes a data URI or plain base64, with or without line breaks and padding.
 * @throws InvalidInput naming the field
 */
export function bytesOfText(text: string, field: string): Buffer {
  const base64 = text.replace(DATA_URI, '').replaceAll(/\s+/g, '');
  if (base64 === '' || !BASE64.test(base64))
    throw new InvalidInput({ [field]: ['must be a picture as base64 or as a data URI in base64'] });
  return Buffer.from(base64, 'base64');
}
