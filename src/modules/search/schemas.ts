import { type Static, Type } from 'typebox';
import { id, nameSchemas, nullable, oneOf, text } from '../../platform/http/fields.ts';

/** The kinds of results, in the order of the reply. */
export const SEARCH_KINDS = [
  'store',
  'campaign',
  'creator',
  'client',
  'link',
  'order',
  'invoice',
  'participant',
  'voucher',
  'domain',
  'company',
] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

export const RESULTS_PER_KIND = 5;

export const searchQuery = {
  q: text({
    min: 2,
    max: 100,
    description:
      'Beginnings of words of a name or title, all of which must occur. Also an id, the code of a link, or the beginning of an order’s or invoice’s number, of a voucher or of a domain.',
  }),
  kind: Type.Optional(oneOf(SEARCH_KINDS, { description: 'Only results of this kind.' })),
  per_kind: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 20, description: `Results of each kind; ${RESULTS_PER_KIND} by default.` }),
  ),
};

export const SearchResult = Type.Object({
  kind: oneOf(SEARCH_KINDS, { description: '`company`: a store, by the name of its company.' }),
  id: id(),
  title: Type.String({ description: 'Its name, title or number.' }),
  detail: nullable(Type.String({ description: 'Distinguishes records with the same title, such as the store.' })),
  store_id: nullable(id({ description: 'The store that it belongs to.' })),
  client_id: nullable(id({ description: 'The client (agency) that it belongs to.' })),
  user_id: nullable(id({ description: 'The creator that it belongs to.' })),
  offer_id: nullable(id({ description: 'The offer (campaign) of a participant.' })),
});
export type SearchResult = Static<typeof SearchResult>;

export const SearchResults = Type.Object({ data: Type.Array(SearchResult) });

nameSchemas({ SearchResult, SearchResults });
