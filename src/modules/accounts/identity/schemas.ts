import { Type } from 'typebox';
import { dateTime, email, text } from '../../../platform/http/fields.ts';

/** Providers may send additional fields, which are ignored. */
const OPEN = { additionalProperties: true };

const identity = Type.Object(
  {
    id: text({ min: 1, max: 255, description: 'The person at the identity provider, as `sub` names it in tokens.' }),
    traits: Type.Object({ email: email() }, OPEN),
    updated_at: Type.Optional(
      dateTime({
        description: 'The time of the change. With it, outdated events that arrive later are ignored. (An addition.)',
      }),
    ),
  },
  OPEN,
);

export const CreatedBody = Type.Object(
  {
    identity,
    app_url: Type.Optional(text({ max: 2048, description: 'Where the person registered.' })),
  },
  OPEN,
);

export const UpdatedBody = Type.Object({ identity }, OPEN);
