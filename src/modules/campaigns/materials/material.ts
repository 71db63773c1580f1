import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { MaterialType } from './read-material.ts';

/** The most files of a campaign. */
export const MAX_MATERIALS = 30;

/** A file of a campaign, without its content. */
export interface Material {
  id: number;
  fileName: string;
  mediaType: MaterialType;
  /** Bytes as stored. */
  size: number;
  /** Of the stored bytes, in hexadecimal. */
  sha256: string;
  /** What the store says about it; empty: nothing. */
  note: string;
  createdAt: Date;
}

export interface MaterialRow extends Record<string, unknown> {
  id: number;
  file_name: string;
  media_type: MaterialType;
  bytes: number;
  sha256: string;
  note: string;
  created_at: string;
}

/** Columns over `campaign_materials m`. */
export const MATERIAL_COLUMNS = sql`m.id, m.file_name, m.media_type, m.bytes, encode(m.sha256, 'hex') AS sha256, m.note, m.created_at`;

export const materialOf = (row: MaterialRow): Material => ({
  id: row.id,
  fileName: row.file_name,
  mediaType: row.media_type,
  size: row.bytes,
  sha256: row.sha256,
  note: row.note,
  createdAt: new Date(row.created_at),
});

/** Lists the files of a campaign in the store's order. */
export async function listMaterials({ db }: Pick<Context, 'db'>, campaignId: number): Promise<Material[]> {
  const { rows } = await db.execute<MaterialRow>(sql`
    SELECT ${MATERIAL_COLUMNS} FROM campaign_materials m WHERE m.campaign_id = ${campaignId} ORDER BY m.place, m.id LIMIT ${MAX_MATERIALS}`);
  return rows.map(materialOf);
}
