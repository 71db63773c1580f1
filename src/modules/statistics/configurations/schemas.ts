import { type Static, Type } from 'typebox';
import { day, flag01, id, list, nameSchemas, nameText, nullable, oneOf, text } from '../../../platform/http/fields.ts';
import { CHART_TYPES, type ChartData, MAX_CONFIGURATIONS, MAX_TAGS } from './configuration.ts';
import type { ConfigurationChanges, ConfigurationInput } from './save-configuration.ts';

const types = () => list(oneOf(CHART_TYPES), { max: CHART_TYPES.length, description: 'The displayed figures.' });
const time = () => Type.String({ examples: ['2030-01-31 12:00:00'] });

/** Query of the write operations. The contract places `types` there. */
export const typesQuery = { types: Type.Optional(types()) };

const given = {
  from: Type.Optional(nullable(day({ description: 'First day; open without one.' }))),
  to: Type.Optional(nullable(day({ description: 'Last day; open without one.' }))),
  types: Type.Optional({ ...types(), description: 'As in the record; the query takes precedence.' }),
  view: Type.Optional(
    text({
      min: 1,
      max: 1_000,
      description: 'Further settings in the page’s own format; stored unchanged. (Not in the contract.)',
    }),
  ),
};
const tags = list(id(), { max: MAX_TAGS, description: 'Ids of links to the store (`tag_id` of linkStats).' });
const name = nameText({ max: 255 });
const isDefault = Type.Optional(
  flag01({ description: '1: the store’s charts open with it, instead of the previous default; 0 by default.' }),
);

export const ConfigurationBody = Type.Object({ name, default: isDefault, data: Type.Object({ tags, ...given }) });

export const ConfigurationPatchBody = Type.Object({
  name: Type.Optional(name),
  default: isDefault,
  data: Type.Optional(Type.Object({ tags: Type.Optional(tags), ...given })),
});

export const StatsConfigurationRecord = Type.Object({
  id: id(),
  store_id: id(),
  name: Type.String(),
  data: Type.Object({
    from: Type.Optional(day()),
    to: Type.Optional(day()),
    tags: Type.Array(id()),
    types: Type.Array(oneOf(CHART_TYPES)),
    view: Type.Optional(Type.String({ description: 'As it was given. (Ours.)' })),
  }),
  default: flag01(),
  created_at: time(),
  updated_at: time(),
});

export const StatsConfigurations = Type.Array(StatsConfigurationRecord, {
  description: `By id; a store has at most ${MAX_CONFIGURATIONS}.`,
});

type Types = ChartData['types'] | undefined;

/** Converts a complete configuration; absent fields are removed. */
export function readConfiguration(body: Static<typeof ConfigurationBody>, types: Types): ConfigurationInput {
  const { from, to, tags: ids, types: shown = [], view } = body.data;
  const data: ChartData = { tags: [...new Set(ids)], types: [...new Set(types ?? shown)] };
  if (from != null) data.from = from;
  if (to != null) data.to = to;
  if (view !== undefined) data.view = view;
  return { name: body.name, isDefault: body.default === 1, data };
}

/** Converts the changes of a configuration. */
export function readChanges(body: Static<typeof ConfigurationPatchBody>, types: Types): ConfigurationChanges {
  const { tags: ids, types: shown, ...days } = body.data ?? {};
  const chosen = types ?? shown;
  return {
    name: body.name,
    isDefault: body.default === undefined ? undefined : body.default === 1,
    data: { ...days, tags: ids && [...new Set(ids)], types: chosen && [...new Set(chosen)] },
  };
}

nameSchemas({ StatsConfiguration: StatsConfigurationRecord });
