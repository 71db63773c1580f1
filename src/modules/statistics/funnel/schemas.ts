import { Type } from 'typebox';
import { id, money, nameSchemas, nullable, oneOf, whole } from '../../../platform/http/fields.ts';
import { pageQuery, v2Envelope } from '../../../platform/pagination.ts';
import { resultDays } from '../rankings/schemas.v2.ts';

export const funnelQuery = {
  ...resultDays,
  group_by: oneOf(['creator', 'store'], {
    default: 'creator',
    description: '`creator`: a record for each creator with an event; `store`: one record of them all.',
  }),
  ...pageQuery(),
};

const Stage = Type.Object(
  {
    kind: Type.String({ description: 'The code of the kind of events.' }),
    name: Type.String(),
    reported: whole({ min: 0, description: 'Attributed events, also those that were denied.' }),
    approved: whole({ min: 0 }),
    denied: whole({ min: 0 }),
    cost: money({ signed: true, description: 'The store’s cost for them.' }),
  },
  { description: 'The events of one kind. (The body is an addition.)' },
);

const Funnel = Type.Object(
  {
    user: nullable(
      Type.Object({ id: id(), public_name: Type.String() }, { description: 'The creator. Null: all creators.' }),
    ),
    clicks: whole({ min: 0, description: 'Counted clicks.' }),
    stages: Type.Array(Stage, {
      description: 'The kinds with events, in the order in which the store has named them.',
    }),
    orders: whole({ min: 0, description: 'Orders that are neither denied nor fully refunded.' }),
  },
  { description: 'What became of clicks. (The body is an addition.)' },
);

export const FunnelList = v2Envelope(Funnel);

nameSchemas({ Funnel, FunnelStage: Stage, FunnelPage: FunnelList });
