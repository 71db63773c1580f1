import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { fileNameOf } from '../../../platform/http/upload.ts';
import type { UploadLimits } from '../../../platform/http/upload-guard.ts';
import { enqueue } from '../../../platform/jobs/job.ts';
import type { FileStorage } from '../../../platform/storage/file-storage.ts';
import { removeFile } from '../../../platform/storage/remove-file.ts';
import { lockKeptFiles, megabytes, requireTotalSpace, writeAudit } from '../../accounts/index.ts';
import { lockCampaign } from '../campaign/write-campaign.ts';
import { MATERIAL_COLUMNS, MAX_MATERIALS, type Material, type MaterialRow, materialOf } from './material.ts';
import { readMaterial } from './read-material.ts';

export interface NewMaterial {
  campaignId: number;
  file: Buffer;
  /** The caller's claim. */
  fileName: string;
  note: string;
}

/**
 * Adds a file to a campaign, after the others. Each is a file of its own in the storage, even with equal content, so that it can be removed.
 * @throws InvalidInput naming `file`; NotFound; RuleRefused `too_many_materials`, `upload_limit`; Unavailable when the storage does not reply
 */
export async function addMaterial(
  ctx: Context,
  { storage, uploadLimits }: { storage: FileStorage; uploadLimits: UploadLimits },
  { campaignId, file, fileName, note }: NewMaterial,
): Promise<Material> {
  const { content, mediaType, extension } = await readMaterial(file);
  const kept = {
    campaignId,
    fileName: nameWith(fileName, extension),
    mediaType,
    note,
    bytes: content.length,
    hash: createHash('sha256').update(content).digest(),
    key: `materials/${randomBytes(32).toString('hex')}.${extension}`,
  };
  await storage.put(kept.key, content, mediaType);
  try {
    return await insertMaterial(ctx, uploadLimits, kept);
  } catch (error) {
    await storage
      .delete(kept.key)
      .catch((err) => ctx.log.warn({ err, key: kept.key }, 'an unreferenced file could not be removed'));
    throw error;
  }
}

/** The name of a file as it is downloaded: with the ending of what it is, so that no device opens it as something else. */
function nameWith(fileName: string, extension: string): string {
  const name = fileNameOf(fileName);
  const endings = extension === 'jpg' ? ['.jpg', '.jpeg'] : [`.${extension}`];
  if (endings.some((ending) => name.toLowerCase().endsWith(ending))) return name;
  return `${name === '' ? 'file' : name}.${extension}`;
}

interface KeptMaterial {
  campaignId: number;
  fileName: string;
  mediaType: string;
  note: string;
  bytes: number;
  hash: Buffer;
  key: string;
}

async function insertMaterial(
  ctx: Context,
  { accountBytes, totalBytes }: UploadLimits,
  { campaignId, fileName, mediaType, note, bytes, hash, key }: KeptMaterial,
): Promise<Material> {
  const at = ctx.now().toISOString();
  return ctx.db.transaction(async (tx) => {
    await lockKeptFiles(tx);
    const { storeId } = await lockCampaign(tx, campaignId);
    const { rows: counted } = await tx.execute<{ files: number; last: number; of_store: number }>(sql`
      SELECT count(*)::int AS files, coalesce(max(place), 0)::int AS last,
        (SELECT coalesce(sum(x.bytes), 0)::bigint FROM campaigns o JOIN campaign_materials x ON x.campaign_id = o.id WHERE o.store_id = ${storeId}) AS of_store
      FROM campaign_materials WHERE campaign_id = ${campaignId}`);
    const { files, last, of_store: ofStore } = counted[0]!;
    if (files >= MAX_MATERIALS)
      throw new RuleRefused('too_many_materials', `A campaign has at most ${MAX_MATERIALS} files.`);
    if (ofStore + bytes > accountBytes)
      throw new RuleRefused(
        'upload_limit',
        `The files of a store’s campaigns may have at most ${megabytes(accountBytes)}; delete some first.`,
      );
    await requireTotalSpace(tx, { bytes, totalBytes });
    const { rows } = await tx.execute<MaterialRow>(sql`
      INSERT INTO campaign_materials AS m (campaign_id, place, file_name, media_type, note, bytes, sha256, file_key, created_at, updated_at)
      VALUES (${campaignId}, ${last + 1}, ${fileName}, ${mediaType}, ${note}, ${bytes}, ${hash}, ${key}, ${at}, ${at})
      RETURNING ${MATERIAL_COLUMNS}`);
    const added = materialOf(rows[0]!);
    await audit(tx, ctx, { action: 'offer.material_added', campaignId, material: added });
    return added;
  });
}

/** Undefined fields stay unchanged. */
export interface MaterialChanges {
  note?: string | undefined;
  /** The new position among the files of the campaign; 1: the first. A larger one than there are files: the last. */
  place?: number | undefined;
}

/** Changes what is said about a file, and its place. @throws NotFound when the file or its campaign was removed meanwhile */
export async function changeMaterial(
  ctx: Context,
  { id, campaignId }: { id: number; campaignId: number },
  { note, place }: MaterialChanges,
): Promise<Material> {
  return ctx.db.transaction(async (tx) => {
    await lockCampaign(tx, campaignId);
    if (place !== undefined) await moveMaterial(tx, { id, campaignId, place });
    const { rows } = await tx.execute<MaterialRow>(sql`
      UPDATE campaign_materials m SET note = coalesce(${note ?? null}, m.note), updated_at = ${ctx.now().toISOString()}
      WHERE m.id = ${id} RETURNING ${MATERIAL_COLUMNS}`);
    if (rows[0] === undefined) throw new NotFound('material');
    const changed = materialOf(rows[0]);
    await audit(tx, ctx, { action: 'offer.material_changed', campaignId, material: changed });
    return changed;
  });
}

/** Numbers the files of a campaign anew, with one of them at a place. */
async function moveMaterial(
  tx: Database,
  { id, campaignId, place }: { id: number; campaignId: number; place: number },
): Promise<void> {
  await tx.execute(sql`
    WITH others AS (
      SELECT x.id, row_number() OVER (ORDER BY x.place, x.id) AS n FROM campaign_materials x WHERE x.campaign_id = ${campaignId} AND x.id <> ${id}),
    placed AS (
      SELECT id, n + CASE WHEN n >= ${place}::int THEN 1 ELSE 0 END AS n FROM others
      UNION ALL SELECT ${id}::bigint, least(${place}::int, (SELECT count(*) FROM others) + 1))
    UPDATE campaign_materials m SET place = p.n FROM placed p WHERE p.id = m.id AND m.place <> p.n`);
}

/** Removes a file of a campaign. Its content is removed soon afterwards. @throws NotFound when it was removed meanwhile */
export async function removeMaterial(
  ctx: Context,
  { material, campaignId }: { material: Material; campaignId: number },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ file_key: string }>(
      sql`DELETE FROM campaign_materials WHERE id = ${material.id} RETURNING file_key`,
    );
    if (rows[0] === undefined) throw new NotFound('material');
    await enqueue(tx, removeFile, { key: rows[0].file_key });
    await audit(tx, ctx, { action: 'offer.material_removed', campaignId, material });
  });
}

async function audit(
  tx: Database,
  { actor }: Pick<Context, 'actor'>,
  { action, campaignId, material }: { action: string; campaignId: number; material: Material },
): Promise<void> {
  const details = { material_id: material.id, sha256: material.sha256 };
  await writeAudit(tx, { actor, action, subjectKind: 'offer', subjectId: campaignId, details });
}
