import { Type } from 'typebox';
import { dateTime, email, id, nameText, nullable, oneOf, text } from '../../../platform/http/fields.ts';
import { pageQuery, v2Envelope } from '../../../platform/pagination.ts';
import { PASSWORD_LENGTH } from '../password.ts';
import { teamRole } from '../team/schemas.ts';
import { INVITE_STATUSES } from './list-invites.ts';

export const InviteBody = Type.Object({
  email: email({ description: 'Who is invited; the mail goes there.' }),
  role: Type.Optional(teamRole('Of the invited person. Without it: owner of a team that has none, else manager.')),
});

export const InviteRecord = Type.Object({
  id: id(),
  email: Type.String(),
  status: oneOf(INVITE_STATUSES),
  role: teamRole(),
  invited_by: nullable(Type.Object({ id: id(), username: Type.String() })),
  created_at: dateTime(),
  expires_at: nullable(dateTime({ description: 'Null: it does not end.' })),
});

export const InviteList = v2Envelope(InviteRecord);

export const inviteQuery = {
  status: Type.Optional(oneOf(INVITE_STATUSES)),
  ...pageQuery({ defaultSize: 20, maxSize: 100 }),
};

export const LookupBody = Type.Object({
  token: text({ min: 1, max: 128, description: 'The code of the mail.' }),
});

export const AcceptBody = Type.Object({
  token: text({ min: 1, max: 128, description: 'The code of the mail.' }),
  username: Type.Optional(
    nameText({ min: 2, max: 64, description: 'For a new account; without it, made of the e-mail address.' }),
  ),
  password: Type.Optional(
    text({ ...PASSWORD_LENGTH, description: 'Needed for a new account; for an account that is there, not looked at.' }),
  ),
});

const Represented = Type.Object({ kind: oneOf(['advertiser', 'agency']), id: id(), name: Type.String() });

export const AcceptedInvite = Type.Object({
  account: oneOf(['created', 'existing'], { description: 'Whether an account was made for it.' }),
  user: Type.Object({ id: id(), username: Type.String() }),
  represents: Represented,
});

export const OpenInviteRecord = Type.Object({
  email: Type.String({ description: 'Of the invited person.' }),
  role: teamRole(),
  represents: Represented,
  invited_by: nullable(Type.String({ description: 'The name of the person who invites.' })),
  needs_password: Type.Boolean({ description: 'Whether `acceptInvitation` requires a password.' }),
});
