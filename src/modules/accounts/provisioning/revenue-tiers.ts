import { sql } from 'drizzle-orm';
import { type Static, Type } from 'typebox';
import { dateTime, id, nameSchemas, nullable, text } from '../../../platform/http/fields.ts';
import { changesOf, creationOf, isoTime, mustExist, type Resource } from './resource.ts';
import { share, shareChecks } from './shares.ts';

const name = text({ min: 1, max: 128 });
const shares = {
  user_share: nullable(
    share({ description: 'The creator’s share of a click’s price; null: the share set by the client.' }),
  ),
  client_share: nullable(
    share({ description: 'The client’s share of a click’s price; null: the share set by the client.' }),
  ),
};
const agencyId = nullable(
  id({ description: 'The client whose creators can have the tier; null: creators of any client. Cannot be changed.' }),
);

const RevenueTier = Type.Object({
  id: id(),
  name,
  client_id: agencyId,
  ...shares,
  created_at: dateTime(),
  updated_at: dateTime(),
});

export const REVENUE_TIERS = {
  kind: 'revenue tier',
  plural: 'revenue tiers',
  presence: 'fresh',
  table: 'revenue_tiers',
  columnNames: { client_id: 'agency_id', client_share: 'agency_share' },
  record: RevenueTier,
  creation: creationOf({ name }, { client_id: agencyId, ...shares }),
  // The agency of a tier cannot change, because only its own creators can have the tier.
  changes: changesOf({ name, ...shares }),
  columns: sql`t.id, t.name, t.agency_id AS client_id, t.user_share::float8 AS user_share, t.agency_share::float8 AS client_share, t.created_at,
    t.updated_at`,
  searched: ['name'],
  sorts: ['id', 'name', 'created_at'],
  filters: { client_id: (agency) => sql`t.agency_id = ${agency}` },
  checks: (tier) => [mustExist('client_id', 'client', 'agencies', tier.client_id), ...shareChecks(tier)],
  present,
} satisfies Resource<typeof RevenueTier>;

function present(tier: Static<typeof RevenueTier>): Static<typeof RevenueTier> {
  return {
    id: tier.id,
    name: tier.name,
    client_id: tier.client_id,
    user_share: tier.user_share,
    client_share: tier.client_share,
    created_at: isoTime(tier.created_at),
    updated_at: isoTime(tier.updated_at),
  };
}

nameSchemas({ RevenueTier });
