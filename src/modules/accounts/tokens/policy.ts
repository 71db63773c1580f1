import { sql } from 'drizzle-orm';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Policy } from '../../../platform/auth/policy.ts';
import { Forbidden, Unauthenticated } from '../../../platform/errors/errors.ts';

/** The agency for whose creators tokens may be issued: the default agency; null if there is none. */
export interface DefaultAgency {
  defaultAgencyId: number | null;
}

/** The policy of issuing tokens that act for creators of the default agency: permits its representatives and administrators. */
export const forDefaultAgency: Policy<Actor, DefaultAgency> = {
  name: 'defaultClient',
  describe: 'Representatives of the default client, an administrator.',
  credential: 'accessToken',
  subject: null,
  refusals: [401, 403],
  admit: async ({ actor, contextFor }) => {
    if (actor === null) throw new Unauthenticated();
    const { rows } = await contextFor(actor).db.execute<{ id: number }>(sql`SELECT id FROM agencies WHERE is_default`);
    const defaultAgencyId = rows[0]?.id ?? null;
    if (!mayIssue(actor, defaultAgencyId)) throw new Forbidden();
    return { actor, resource: { defaultAgencyId } };
  },
};

function mayIssue(actor: Actor, defaultAgencyId: number | null): boolean {
  return actor.isAdmin || (defaultAgencyId !== null && actor.agencyIds.includes(defaultAgencyId));
}
