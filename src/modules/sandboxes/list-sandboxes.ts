import { sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import { readPage } from '../../platform/database/read-page.ts';
import type { Page, PageRequest } from '../../platform/pagination.ts';
import { SANDBOX_COLUMNS, type Sandbox, type SandboxRow, sandboxOf } from './sandbox.ts';

/** Lists the caller's sandboxes, newest first; an administrator sees everybody's. */
export async function listSandboxes(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  page: PageRequest,
): Promise<Page<Sandbox>> {
  const whose = actor.isAdmin ? sql`true` : sql`s.owner_id = ${actor.userId}`;
  const list = {
    columns: SANDBOX_COLUMNS,
    from: sql`sandboxes s WHERE s.state <> 'deleting' AND ${whose}`,
    order: sql`s.created_at DESC, s.id`,
  };
  const { items, total } = await readPage<SandboxRow>(db, list, page);
  return { items: items.map(sandboxOf), total };
}
