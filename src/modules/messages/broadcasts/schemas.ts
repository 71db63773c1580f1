import { type Static, Type } from 'typebox';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import {
  dateTime,
  id,
  list,
  nameSchemas,
  nameText,
  nullable,
  oneOf,
  whole,
  words,
} from '../../../platform/http/fields.ts';
import { MAX_MESSAGE_PICTURES } from '../../../platform/http/upload-limits.ts';
import { cursorPage, cursorQuery } from '../../../platform/pagination.ts';
import { personReply } from '../../accounts/index.ts';
import { AttachmentRecord, presentAttachment } from '../attachments/schemas.ts';
import { TEXT_FIELDS } from '../fields.ts';
import { type Audience, LEFT_OUT, REACHED_STATUSES } from './audience.ts';
import { BROADCAST_STATES, type Broadcast, type BroadcastInput, type Preview } from './broadcasts.ts';

/** The most participants that one broadcast names. */
const MAX_NAMED = 500;

const fields = TEXT_FIELDS.map((field) => `\`{${field}}\``).join(', ');
export const subject = () => nameText({ max: 120, description: `May contain the fields ${fields}.` });
export const messageText = () => words({ max: 3_000, description: `May contain the fields ${fields}.` });

const RecipientsBody = Type.Object(
  {
    participant_ids: Type.Optional(list(id(), { min: 1, max: MAX_NAMED })),
    statuses: Type.Optional(
      list(oneOf(REACHED_STATUSES), { min: 1, max: REACHED_STATUSES.length, description: 'With `offer_id`.' }),
    ),
    list_id: Type.Optional(
      id({
        description: 'A list of creators. Without `offer_id`, its creators are reached in their newest participation.',
      }),
    ),
  },
  { description: 'Exactly one of them.' },
);

const content = {
  offer_id: Type.Optional(id({ description: 'A campaign of the store.' })),
  to: RecipientsBody,
  subject: subject(),
  text: messageText(),
};

export const PreviewBody = Type.Object(content);

export const BroadcastBody = Type.Object({
  ...content,
  send_at: Type.Optional(dateTime({ description: 'Absent: at once. At most 180 days in advance.' })),
  attachment_ids: Type.Optional(
    list(id(), {
      max: MAX_MESSAGE_PICTURES,
      description: 'Pictures that were added by `addMessageAttachment`, each for one message.',
    }),
  ),
});

const LeftOutRecord = Type.Object(
  Object.fromEntries([...LEFT_OUT, 'not_in_campaign'].map((reason) => [reason, whole({ min: 0 })])) as Record<
    (typeof LEFT_OUT)[number] | 'not_in_campaign',
    ReturnType<typeof whole>
  >,
  {
    description:
      'How many are not reached, by reason. `opted_out`: the creator has muted the store. `blocked`: the store has blocked the creator. `withdrawn`: declined, or not invited yet. `no_account`: nobody has joined, or the account is suspended or deleted. `quota`: above 20,000 messages of the store on a day (UTC). `not_in_campaign`: a creator of the list who takes part in no such campaign.',
  },
);

const BroadcastRecord = Type.Object(
  {
    id: id(),
    offer: nullable(Type.Object({ id: id(), title: Type.String() })),
    to: Type.Object({
      participant_ids: Type.Optional(Type.Array(id())),
      statuses: Type.Optional(Type.Array(Type.String())),
      list: Type.Optional(
        nullable(Type.Object({ id: id(), name: Type.String() }, { description: 'Null: it has been deleted.' })),
      ),
    }),
    author: personReply(),
    subject: Type.String(),
    text: Type.String({ description: 'With its fields.' }),
    attachments: Type.Array(AttachmentRecord),
    send_at: dateTime(),
    state: oneOf(BROADCAST_STATES, {
      description: '`stopped`: when it was due, the store could not send messages, or its author was suspended.',
    }),
    sent: whole({ min: 0, description: 'How many were written to.' }),
    left_out: LeftOutRecord,
    created_at: dateTime(),
    ended_at: nullable(dateTime({ description: 'When it was sent or stopped.' })),
  },
  { description: 'A message of a store to many. (The body is an addition.)' },
);

export const BroadcastDetails = Type.Object({
  ...BroadcastRecord.properties,
  answered: whole({ min: 0, description: 'How many creators have written after it.' }),
});

export const BroadcastPage = cursorPage(BroadcastRecord);
export const broadcastQuery = cursorQuery();

export const PreviewRecord = Type.Object(
  {
    recipients: whole({ min: 0 }),
    left_out: LeftOutRecord,
    example: nullable(
      Type.Object({ name: Type.String(), text: Type.String() }, { description: 'What one of the recipients reads.' }),
    ),
  },
  { description: '(The body is an addition.)' },
);

/** @throws InvalidInput naming `to` unless it has exactly one form */
export function inputOf(storeId: number, body: Static<typeof PreviewBody>): BroadcastInput {
  const { offer_id: campaignId = null, to, subject: title, text } = body;
  return { storeId, campaignId, audience: audienceIn(to), subject: title, text };
}

function audienceIn({
  participant_ids: participantIds,
  statuses,
  list_id: listId,
}: Static<typeof RecipientsBody>): Audience {
  const given: Audience[] = [];
  if (participantIds !== undefined) given.push({ participantIds });
  if (statuses !== undefined) given.push({ statuses });
  if (listId !== undefined) given.push({ listId });
  const [audience, ...others] = given;
  if (audience === undefined || others.length > 0)
    throw new InvalidInput({ to: ['must have exactly one of participant_ids, statuses, list_id'] });
  return audience;
}

const presentLeftOut = (counts: Broadcast['leftOut']) => ({
  opted_out: counts.opted_out ?? 0,
  blocked: counts.blocked ?? 0,
  withdrawn: counts.withdrawn ?? 0,
  no_account: counts.no_account ?? 0,
  quota: counts.quota ?? 0,
  not_in_campaign: counts.not_in_campaign ?? 0,
});

export const presentBroadcast = (it: Broadcast) => ({
  id: it.id,
  offer: it.campaign,
  to: it.to,
  author: it.author,
  subject: it.subject,
  text: it.text,
  attachments: it.attachments.map(presentAttachment),
  send_at: it.sendAt.toISOString(),
  state: it.state,
  sent: it.sent,
  left_out: presentLeftOut(it.leftOut),
  created_at: it.createdAt.toISOString(),
  ended_at: it.endedAt?.toISOString() ?? null,
});

export const presentPreview = ({ recipients, leftOut, example }: Preview) => ({
  recipients,
  left_out: presentLeftOut(leftOut),
  example,
});

nameSchemas({
  BroadcastInput: BroadcastBody,
  BroadcastPreviewInput: PreviewBody,
  Broadcast: BroadcastRecord,
  BroadcastDetails,
  BroadcastPreview: PreviewRecord,
});
