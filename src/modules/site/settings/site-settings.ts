import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { keepPicture } from '../../../platform/images/keep-picture.ts';
import type { FileStorage } from '../../../platform/storage/storage.ts';
import { writeAudit } from '../../accounts/index.ts';

/** The presentation of the marketplace. Texts are plain text; an empty text has no page. */
export type SiteSettings = {
  name: string;
  /** Key of the logo in the file storage; null: the pages show only the name. */
  logo_key: string | null;
  /** `#rrggbb`. */
  accent: string;
  introduction: string;
  terms: string;
  privacy: string;
  imprint: string;
};

/** The presentation with the settings of sign-up. */
export type Site = SiteSettings & {
  sign_up: 'open' | 'invitation' | 'closed';
  store_registration: 'closed' | 'approval' | 'open';
};

const TEXTS = ['name', 'accent', 'introduction', 'terms', 'privacy', 'imprint'] as const;
const COLUMNS = sql`name, logo_key, accent, introduction, terms, privacy, imprint`;

export async function readSiteSettings({ db }: Pick<Context, 'db'>): Promise<SiteSettings> {
  const { rows } = await db.execute<SiteSettings>(sql`SELECT ${COLUMNS} FROM site_settings`);
  return rows[0]!;
}

/** Locks the settings for a change, in the caller's transaction, and reads them. */
export async function lockSiteSettings({ db }: Pick<Context, 'db'>): Promise<SiteSettings> {
  const { rows } = await db.execute<SiteSettings>(sql`SELECT ${COLUMNS} FROM site_settings FOR UPDATE`);
  return rows[0]!;
}

/** Reads the data of every public page, in one query. */
export async function readSite({ db }: Pick<Context, 'db'>): Promise<Site> {
  const { rows } = await db.execute<Site>(sql`
    SELECT ${COLUMNS}, (SELECT sign_up FROM account_settings) AS sign_up,
      (SELECT store_registration FROM marketplace_settings) AS store_registration
    FROM site_settings`);
  return rows[0]!;
}

/** Currencies of the markets that a store can register in, in alphabetical order. */
export async function listCurrencies({ db }: Pick<Context, 'db'>): Promise<string[]> {
  const { rows } = await db.execute<{ currency: string }>(
    sql`SELECT DISTINCT currency FROM store_groups ORDER BY currency LIMIT 200`,
  );
  return rows.map(({ currency }) => currency);
}

/** Changes the given settings; omitted settings remain. */
export async function changeSiteSettings(
  ctx: Pick<Context, 'db' | 'actor' | 'now'>,
  changes: Partial<Omit<SiteSettings, 'logo_key'>>,
): Promise<SiteSettings> {
  const given = TEXTS.filter((name) => changes[name] !== undefined);
  const values = given.map((name) => sql`${sql.identifier(name)} = ${changes[name]}`);
  return ctx.db.transaction((tx) => write(ctx, tx, values, given));
}

/**
 * Sets the logo of the marketplace; null removes it.
 * @param file PNG or JPEG, not yet verified
 * @throws InvalidInput naming `logo` when it is not such a picture; Unavailable when the storage does not reply
 */
export async function setSiteLogo(
  ctx: Pick<Context, 'db' | 'actor' | 'now'>,
  storage: FileStorage,
  file: Buffer | null,
): Promise<SiteSettings> {
  const key = file === null ? null : await keepPicture(storage, { folder: 'logos', file, field: 'logo' });
  return ctx.db.transaction((tx) => write(ctx, tx, [sql`logo_key = ${key}`], ['logo']));
}

async function write(
  { actor, now }: Pick<Context, 'actor' | 'now'>,
  tx: Database,
  values: readonly SQL[],
  fields: readonly string[],
): Promise<SiteSettings> {
  const all = [...values, sql`updated_at = ${now().toISOString()}::timestamptz`];
  const { rows } = await tx.execute<SiteSettings>(
    sql`UPDATE site_settings SET ${sql.join(all, sql`, `)} RETURNING ${COLUMNS}`,
  );
  await writeAudit(tx, {
    actor,
    action: 'site.settings_changed',
    subjectKind: 'site',
    subjectId: null,
    details: { fields },
  });
  return rows[0]!;
}
