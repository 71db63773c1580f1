import { Type } from 'typebox';
import { dateTime, id, list, nameSchemas, text } from '../../../platform/http/fields.ts';
import { pageQuery, sortQuery, v2Envelope } from '../../../platform/pagination.ts';

/** The interface documents this maximum for lists of agencies, so that a form can offer all of them. */
export const MAX_AGENCIES_PAGE = 500;

export const agencyQuery = {
  query: Type.Optional(
    text({ max: 128, description: 'A client’s id, or a part of its name or of a name of its revenue tiers.' }),
  ),
  advertiser_group_ids: Type.Optional(
    list(id(), { description: 'Only clients of these advertiser groups (markets).' }),
  ),
  sort_by: sortQuery(['id', 'name', 'has_own_payment_system', 'revenue_share']),
  ...pageQuery({ maxSize: MAX_AGENCIES_PAGE }),
};

export const AgencyList = v2Envelope(
  Type.Object({
    id: id(),
    name: Type.String(),
    has_own_payment_system: Type.Boolean(),
    revenue_share: Type.Number({
      description:
        'The client’s part of a click’s price, a fraction of one. For administrators and that client’s representatives; otherwise 0.',
    }),
  }),
);

export const RepresentativeList = v2Envelope(
  Type.Object({ id: id(), name: Type.String(), email: Type.String(), since: dateTime() }),
);

export const CheckedAgency = Type.Object(
  { name: Type.String() },
  { description: 'The agency. (The body is an addition.)' },
);

nameSchemas({ AgencySummaryPage: AgencyList, RepresentativePage: RepresentativeList, CheckedAgency });
