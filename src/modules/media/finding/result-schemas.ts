import { Type } from 'typebox';
import { nameSchemas, nullable, whole } from '../../../platform/http/fields.ts';
import { BANDS } from './bands.ts';
import type { Bands, OwnResults } from './results.ts';

const BandRecord = Type.Object(
  {
    band: whole({ min: 1, max: BANDS, description: '1: the lowest.' }),
    from: Type.Number(),
    below: nullable(Type.Number({ description: 'null: no limit.' })),
  },
  { description: 'A range from `from` to below `below`: a number, or a share from 0 to 1.' },
);

const results = Type.Object(
  {
    clicks: nullable(BandRecord),
    orders: nullable(BandRecord),
    conversion: nullable(BandRecord),
    approval: nullable(BandRecord),
  },
  {
    description:
      'Results of the 90 days before today at all stores, in bands; `conversion`: orders for each click, `approval`: the approved share of the decided orders. null: the creator does not show results, fewer than three stores have a part of them, or one store has more than four fifths.',
  },
);

const OwnResultsRecord = Type.Object(
  {
    clicks: whole({ min: 0 }),
    orders: whole({ min: 0, description: 'Without denied ones.' }),
    approved_orders: whole({ min: 0 }),
    denied_orders: whole({ min: 0 }),
  },
  { description: 'Results of the 90 days before today at the store.' },
);

/** The results of a creator, as a store sees them. */
export const resultFields = { results, own_results: nullable(OwnResultsRecord) };

export const presentResults = ({ bands, own }: { bands: Bands; own: OwnResults | null }) => ({
  results: bands,
  own_results: own && {
    clicks: own.clicks,
    orders: own.orders,
    approved_orders: own.approved,
    denied_orders: own.denied,
  },
});

nameSchemas({ ResultBand: BandRecord, CreatorResultBands: results, OwnCreatorResults: OwnResultsRecord });
