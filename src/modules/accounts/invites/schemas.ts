import { Type } from 'typebox';
import { dateTime, email, id, nameSchemas, nameText, nullable, oneOf, text } from '../../../platform/http/fields.ts';
import { PASSWORD_LENGTH } from '../../../platform/limits.ts';
import { pageQuery, v2Envelope } from '../../../platform/pagination.ts';
import { teamRole } from '../team/schemas.ts';
import { INVITE_STATUSES } from './list-invites.ts';

export const InviteBody = Type.Object({
  email: email({ description: 'The address of the invited person, which receives the mail.' }),
  role: Type.Optional(
    teamRole('The role of the invited person; by default owner if the team has no owner, otherwise manager.'),
  ),
});

export const InviteRecord = Type.Object({
  id: id(),
  email: Type.String(),
  status: oneOf(INVITE_STATUSES),
  role: teamRole(),
  invited_by: nullable(Type.Object({ id: id(), username: Type.String() })),
  created_at: dateTime(),
  expires_at: nullable(dateTime({ description: 'Null if the invitation does not expire.' })),
});

export const InviteList = v2Envelope(InviteRecord);

export const inviteQuery = {
  status: Type.Optional(oneOf(INVITE_STATUSES)),
  ...pageQuery(),
};

export const LookupBody = Type.Object({
  token: text({ min: 1, max: 128, description: 'The code of the mail.' }),
});

export const AcceptBody = Type.Object({
  token: text({ min: 1, max: 128, description: 'The code of the mail.' }),
  username: Type.Optional(
    nameText({ min: 2, max: 64, description: 'For a new account; derived from the e-mail address by default.' }),
  ),
  password: Type.Optional(
    text({ ...PASSWORD_LENGTH, description: 'Required for a new account, and ignored for an existing one.' }),
  ),
});

const Represented = Type.Object({ kind: oneOf(['advertiser', 'agency']), id: id(), name: Type.String() });

export const AcceptedInvite = Type.Object({
  account: oneOf(['created', 'existing'], { description: 'Whether an account was created.' }),
  user: Type.Object({ id: id(), username: Type.String() }),
  represents: Represented,
});

export const OpenInviteRecord = Type.Object({
  email: Type.String({ description: 'The address of the invited person.' }),
  role: teamRole(),
  represents: Represented,
  invited_by: nullable(Type.String({ description: 'The name of the inviting person.' })),
  needs_password: Type.Boolean({ description: 'Whether `acceptInvitation` requires a password.' }),
});

nameSchemas({
  InviteInput: InviteBody,
  Invite: InviteRecord,
  Represented,
  AcceptedInvite,
  OpenInvite: OpenInviteRecord,
});
