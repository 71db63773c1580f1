import { Type } from 'typebox';
import {
  currencyCode,
  dateTime,
  day,
  id,
  list,
  money,
  nameSchemas,
  nullable,
  oneOf,
  text,
  whole,
  words,
} from '../../../platform/http/fields.ts';
import { VOID_KINDS, type VoidFilter } from './find-items.ts';

const reasonField = (what: string) =>
  words({ max: 1000, description: `The reason why ${what}; stored in the audit log.` });
const kind = () => oneOf(VOID_KINDS);

const filterFields = {
  kind: kind(),
  ids: Type.Optional(
    list(text({ min: 1, max: 36 }), {
      min: 1,
      description: 'The records by their ids (clicks by `tclid`), instead of the other filters.',
    }),
  ),
  store_id: Type.Optional(id()),
  user_id: Type.Optional(id({ description: 'The creator.' })),
  client_id: Type.Optional(id({ description: 'The agency that earned a share.' })),
  link_id: Type.Optional(id()),
  campaign_id: Type.Optional(id()),
  from: Type.Optional(day({ description: 'The first day; required without `ids`.' })),
  to: Type.Optional(day({ description: 'The last day; required without `ids`.' })),
};

export const PreviewBody = Type.Object(filterFields);

export const VoidBody = Type.Object({
  ...filterFields,
  fingerprint: Type.String({
    pattern: '^[0-9a-f]{32}$',
    'x-says': 'must be the fingerprint that the preview answered',
    description: 'The fingerprint of the preview, so that exactly the shown records are voided.',
  }),
  reason: reasonField('they are voided'),
});

export const UndoBody = Type.Object({ reason: reasonField('it is undone') });

const amount = (description: string) => money({ signed: true, description });
const effects = Type.Array(
  Type.Object({
    currency: currencyCode(),
    items: whole({ min: 0 }),
    cost: amount('What stores pay less.'),
    creators: amount('What creators earn less.'),
    agencies: amount('What agencies earn less.'),
    platform: amount('The reduction of the platform’s share.'),
  }),
  { description: 'One for each currency.' },
);

export const PreviewRecord = Type.Object({
  items: whole({ min: 0, description: 'How many clicks, orders or payments.' }),
  effects,
  fingerprint: Type.String(),
});

export const VoidRecord = Type.Object({
  id: id(),
  kind: kind(),
  reason: Type.String(),
  filter: PreviewBody,
  items: whole({ min: 0 }),
  effects,
  created_by: nullable(id()),
  created_at: dateTime(),
  undone_by: nullable(id()),
  undone_at: nullable(dateTime()),
  undo_reason: nullable(Type.String()),
});

type Body = {
  kind: VoidFilter['kind'];
  ids?: string[];
  store_id?: number;
  user_id?: number;
  client_id?: number;
  link_id?: number;
  campaign_id?: number;
  from?: string;
  to?: string;
};

/** The filter of a void in a body. */
export function filterOf(body: Body): VoidFilter {
  const { kind, ids, from, to } = body;
  return {
    kind,
    ids,
    from,
    to,
    storeId: body.store_id,
    userId: body.user_id,
    agencyId: body.client_id,
    linkId: body.link_id,
    campaignId: body.campaign_id,
  };
}

/** Converts the filter of a body. */
export function bodyOf({ kind, ids, from, to, storeId, userId, agencyId, linkId, campaignId }: VoidFilter): Body {
  return {
    kind,
    ...(ids === undefined ? {} : { ids: [...ids] }),
    ...(storeId === undefined ? {} : { store_id: storeId }),
    ...(userId === undefined ? {} : { user_id: userId }),
    ...(agencyId === undefined ? {} : { client_id: agencyId }),
    ...(linkId === undefined ? {} : { link_id: linkId }),
    ...(campaignId === undefined ? {} : { campaign_id: campaignId }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

nameSchemas({ VoidInput: VoidBody, VoidPreview: PreviewRecord, Void: VoidRecord });
