import { sql } from 'drizzle-orm';
import { type Static, type TProperties, Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { id, list, nameSchemas } from '../../../platform/http/fields.ts';
import {
  changesOf,
  changeUser,
  hashPassword,
  isCreator,
  presentUser,
  provisionUser,
  type Resource,
  readRecord,
  refuseWeakPassword,
  USERS,
} from '../../accounts/index.ts';
import { RELATIONSHIPS, replaceRelationships } from './relationships.ts';

const userTagIds = list(id(), {
  max: 1000,
  description: 'The tags of the person. If given, they replace the previous ones.',
});
const reference = Type.Object({ id: id(), name: Type.String() });

const Person = Type.Object({
  ...USERS.record.properties,
  user_tag_ids: userTagIds,
  stores: Type.Array(reference, { description: 'Those that the person is a member of.' }),
  clients: Type.Array(reference, { description: 'Those that the person represents.' }),
});
type PersonRecord = Static<typeof Person>;

const written = { user_tag_ids: userTagIds } satisfies TProperties;

/** A person with the tags they have and the stores and agencies they act for. */
export const PEOPLE = {
  ...USERS,
  record: Person,
  creation: Type.Object({ ...USERS.creation.properties, ...changesOf(written).properties }),
  changes: Type.Object({ ...USERS.changes.properties, ...changesOf(written).properties }),
  columns: sql`${USERS.columns},
    (SELECT coalesce(jsonb_agg(m.user_tag_id ORDER BY m.user_tag_id), '[]') FROM user_tag_members m WHERE m.user_id = t.id) AS user_tag_ids,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name) ORDER BY s.id), '[]')
      FROM store_members m JOIN stores s ON s.id = m.store_id WHERE m.user_id = t.id) AS stores,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) ORDER BY c.id), '[]')
      FROM agency_members m JOIN agencies c ON c.id = m.agency_id WHERE m.user_id = t.id) AS clients`,
  stored: ({ user_tag_ids: _, ...fields }, now) => USERS.stored(fields, now),
  checks: (person, before) => [
    ...USERS.checks(person, before),
    {
      fields: ['user_tag_ids'],
      wrong: sql`EXISTS (SELECT FROM unnest(${sql.param(person.user_tag_ids ?? [])}::bigint[]) AS given (id)
        WHERE NOT EXISTS (SELECT FROM user_tags g WHERE g.id = given.id))`,
      says: 'must be ids of user tags that exist',
    },
  ],
  filters: {
    ...USERS.filters,
    store_id: (store: number) =>
      sql`EXISTS (SELECT FROM store_members m WHERE m.user_id = t.id AND m.store_id = ${store})`,
    user_tag_id: (tag: number) =>
      sql`EXISTS (SELECT FROM user_tag_members m WHERE m.user_id = t.id AND m.user_tag_id = ${tag})`,
  },
  choices: {
    ...USERS.choices,
    role: {
      admin: sql`t.is_admin`,
      advertiser: sql`EXISTS (SELECT FROM store_members m WHERE m.user_id = t.id)`,
      agency: sql`EXISTS (SELECT FROM agency_members m WHERE m.user_id = t.id)`,
      creator: isCreator(sql`t`),
    },
    state: {
      active: sql`t.suspended_at IS NULL AND t.is_verified`,
      unverified: sql`t.suspended_at IS NULL AND NOT t.is_verified`,
      suspended: sql`t.suspended_at IS NOT NULL`,
    },
  },
  present,
} satisfies Resource<typeof Person>;

/**
 * Creates a user with their tags.
 * @throws InvalidInput, also for a password that is easy to guess
 */
export async function createPerson(ctx: Context, input: Static<typeof PEOPLE.creation>): Promise<PersonRecord> {
  const fields = await prepared(input);
  return ctx.db.transaction(async (db) => {
    const { id: userId } = await provisionUser({ ...ctx, db }, PEOPLE, fields);
    return withTags({ ...ctx, db }, userId, fields.user_tag_ids);
  });
}

/**
 * Changes a person and, if given, the person's tags.
 * @throws NotFound; InvalidInput; RuleRefused `last_administrator`
 */
export async function changePerson(
  ctx: Context,
  userId: number,
  input: Static<typeof PEOPLE.changes>,
): Promise<PersonRecord> {
  const fields = await prepared(input);
  return ctx.db.transaction(async (db) => {
    await changeUser({ ...ctx, db }, PEOPLE, userId, fields);
    return withTags({ ...ctx, db }, userId, fields.user_tag_ids);
  });
}

async function withTags(ctx: Context, userId: number, tagIds: number[] | undefined): Promise<PersonRecord> {
  if (tagIds !== undefined) await replaceRelationships(ctx, RELATIONSHIPS.tags, userId, tagIds);
  return readRecord(ctx, PEOPLE, userId);
}

/** Replaces the password by its hash, and removes duplicate tags. */
async function prepared<
  Input extends { email?: string; username?: string; password?: string; user_tag_ids?: number[] },
>(input: Input) {
  const { password, user_tag_ids, ...others } = input;
  if (password !== undefined) await refuseWeakPassword(password, [input.email, input.username]);
  return {
    ...others,
    passwordHash: password === undefined ? undefined : await hashPassword(password),
    user_tag_ids: user_tag_ids === undefined ? undefined : [...new Set(user_tag_ids)].sort((a, b) => a - b),
  };
}

function present(person: PersonRecord): PersonRecord {
  const reference = ({ id, name }: { id: number; name: string }) => ({ id, name });
  return {
    ...presentUser(person),
    user_tag_ids: person.user_tag_ids,
    stores: person.stores.map(reference),
    clients: person.clients.map(reference),
  };
}

nameSchemas({ StorePerson: Person });
