import { Type } from 'typebox';
import { day, nameSchemas, nullable, oneOf, text, whole } from '../../../platform/http/fields.ts';
import { MAX_CLICK_DAYS, MAX_RANGE_DAYS } from '../../../platform/limits.ts';
import { pageQuery, v2Envelope } from '../../../platform/pagination.ts';
import { figures, resultDays } from '../rankings/schemas.v2.ts';
import { BREAKDOWNS } from './read-breakdown.ts';
import { INTERVALS } from './read-results.ts';

export const resultsQuery = {
  ...resultDays,
  links: Type.Optional(
    text({ max: 10_000, description: 'Ids of links, separated by commas (at most 500).', examples: ['31,42'] }),
  ),
  interval: Type.Optional(
    oneOf(INTERVALS, {
      description: `What a point is. By default a day, and of more than ${MAX_RANGE_DAYS} days a month; more days have no points by day.`,
    }),
  ),
};

export const breakdownQuery = {
  ...resultDays,
  group_by: oneOf(BREAKDOWNS, {
    default: 'source',
    description: `\`source\`, \`country\` and \`device\` of the click, of at most ${MAX_CLICK_DAYS} days; \`code\` of the order.`,
  }),
  ...pageQuery(),
};

const results = {
  ...figures,
  new_creators: whole({
    min: 0,
    description: 'Creators whose first counted click or order at the store is among these days. 0 with `links`.',
  }),
};

export const StoreResultsReply = Type.Object({
  from: day(),
  to: day(),
  interval: oneOf(INTERVALS),
  first_day: nullable(day({ description: 'The first day with activity at the store.' })),
  ...results,
  points: Type.Array(Type.Object({ from: day({ description: 'Its first day in the range.' }), ...results }), {
    description: 'Every day or month of the range, in order.',
  }),
});

export const BreakdownList = v2Envelope(
  Type.Object({
    group: nullable(
      Type.String({
        description:
          'The value: `general` or `social`, a class of device, a country (ISO 3166-1 alpha-2) or a code. Null: not known, or orders without a click or code.',
      }),
    ),
    ...results,
  }),
);

nameSchemas({ StoreResults: StoreResultsReply, StoreBreakdownPage: BreakdownList });
