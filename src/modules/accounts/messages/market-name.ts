import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import type { Brand } from '../../../platform/mail/mail.ts';

/** Reads the name and colour with which the marketplace signs its mails (`PATCH /v2/admin/site-settings`). */
export async function readBrand(db: Database): Promise<Brand> {
  const { rows } = await db.execute<{ name: string; accent: string }>(sql`SELECT name, accent FROM site_settings`);
  return rows[0]!;
}

/** Reads the name of the marketplace. */
export async function readMarketName(db: Database): Promise<string> {
  return (await readBrand(db)).name;
}
