import { sql } from 'drizzle-orm';
import { Type } from 'typebox';
import { id } from '../../platform/http/fields.ts';

/** A person as other parties see them. Pages show `public_name`; `username` identifies the person. */
export interface Person {
  id: number;
  username: string;
  public_name: string;
}

/** Column with the person of a row `u` of `users`; null if the join found none. */
export const PERSON_COLUMN = sql`CASE WHEN u.id IS NOT NULL
  THEN jsonb_build_object('id', u.id, 'username', u.username, 'public_name', u.public_name) END`;

/** Part of a reply with a person. */
export const personReply = (options: { description?: string } = {}) =>
  Type.Object(
    {
      id: id(),
      username: Type.String(),
      public_name: Type.String({ description: 'The display name, otherwise the username.' }),
    },
    options,
  );
