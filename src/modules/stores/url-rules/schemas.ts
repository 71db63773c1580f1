import { Type } from 'typebox';
import { dateTime, id, oneOf, text } from '../../../platform/http/fields.ts';

const TYPES = ['allow', 'block'] as const;

export const UrlRule = Type.Object({
  id: id(),
  type: oneOf(TYPES),
  is_main: Type.Boolean({ description: 'The page of the store that creators are shown; one rule at most.' }),
  url: Type.String({
    description: 'https, host without `www.`, path and query as a literal prefix; empty for a rule of a keyword alone.',
  }),
  keyword: Type.String({ description: 'Text that a URL must have in it; empty when there is none. (Field ours.)' }),
  updated_at: dateTime(),
});

export const UrlRules = Type.Array(UrlRule, { description: 'All of the store’s rules, by id.' });

/** The rule as one reads it again. */
export const SavedUrlRule = { ...UrlRule, description: '(The body is an addition.)' };

export const RuleBody = Type.Object({
  type: oneOf(TYPES, {
    description: 'Once there is an allow rule, only what one covers can earn; what a block rule covers never can.',
  }),
  url: Type.Optional(
    text({
      max: 2048,
      description:
        'Covers every page at this host or below whose path and query begin so; upper case and repeated slashes of the path make no ' +
        'difference, the query is taken to the letter. At one of the store’s domains.',
      examples: ['https://www.shop.example/sale'],
    }),
  ),
  keyword: Type.Optional(
    text({
      max: 255,
      description: 'Covers pages with this text anywhere in their URL, in any case; beside a url, both must fit.',
    }),
  ),
  is_main: Type.Optional(
    Type.Boolean({ description: 'True: makes it the store’s main rule instead of another. False unless given.' }),
  ),
});
