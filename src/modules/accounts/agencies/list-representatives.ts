import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';

/** A user who acts for an agency. */
export interface Representative {
  id: number;
  name: string;
  email: string;
  since: Date;
}

/** Lists the representatives of an agency, earliest first. */
export async function listRepresentatives(
  { db }: Pick<Context, 'db'>,
  agencyId: number,
  page: PageRequest,
): Promise<Page<Representative>> {
  const { items, total } = await readPage<{ id: number; name: string; email: string; created_at: string }>(
    db,
    {
      columns: sql`u.id, u.full_name AS name, u.email,
        m.created_at`,
      from: sql`agency_members m JOIN users u ON u.id = m.user_id WHERE m.agency_id = ${agencyId}`,
      order: sql`m.created_at, u.id`,
    },
    page,
  );
  return { total, items: items.map(({ created_at, ...row }) => ({ ...row, since: new Date(created_at) })) };
}
