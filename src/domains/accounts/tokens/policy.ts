import { sql } from 'drizzle-orm';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Policy } from '../../../platform/auth/policy.ts';
import { Forbidden, Unauthenticated } from '../../../platform/errors/errors.ts';

/** The client whose creators others may act for; null while none is the default. */
export interface DefaultClient {
  defaultClientId: number | null;
}

/** Who may have tokens made that act for creators of the default client: its representatives and administrators. */
export const forDefaultClient: Policy<Actor, DefaultClient> = {
  name: 'defaultClient',
  describe: 'Representatives of the default client, an administrator.',
  credential: 'accessToken',
  subject: null,
  refusals: [401, 403],
  admit: async ({ actor, contextFor }) => {
    if (actor === null) throw new Unauthenticated();
    const { rows } = await contextFor(actor).db.execute<{ id: number }>(sql`SELECT id FROM clients WHERE is_default`);
    const defaultClientId = rows[0]?.id ?? null;
    if (!mayIssue(actor, defaultClientId)) throw new Forbidden();
    return { actor, resource: { defaultClientId } };
  },
};

function mayIssue(actor: Actor, defaultClientId: number | null): boolean {
  return actor.isAdmin || (defaultClientId !== null && actor.clientIds.includes(defaultClientId));
}
