import { Type } from 'typebox';
import { dateTime, id, nameSchemas, oneOf, text } from '../../../platform/http/fields.ts';

const TYPES = ['allow', 'block'] as const;

export const UrlRule = Type.Object({
  id: id(),
  type: oneOf(TYPES),
  is_main: Type.Boolean({
    description: 'Whether this is the main rule, whose page is shown to creators; at most one rule.',
  }),
  url: Type.String({
    description:
      'https, host without `www.`, path and query as a literal prefix; empty for a rule with only a keyword.',
  }),
  keyword: Type.String({ description: 'Text that a URL must contain; empty if there is none. (An addition.)' }),
  updated_at: dateTime(),
});

export const UrlRules = Type.Array(UrlRule, { description: 'All of the store’s rules, by id.' });

/** The rule as read. */
export const SavedUrlRule = { ...UrlRule, description: '(The body is an addition.)' };

export const RuleBody = Type.Object({
  type: oneOf(TYPES, {
    description:
      'If there is an allow rule, only URLs that an allow rule covers can earn. URLs that a block rule covers never earn.',
  }),
  url: Type.Optional(
    text({
      max: 2048,
      description:
        'Covers all pages at this host and its subdomains whose path and query begin with it. Case and repeated slashes of the path are ignored; the query is compared exactly. Must be on one of the store’s domains.',
      examples: ['https://www.shop.example/sale'],
    }),
  ),
  keyword: Type.Optional(
    text({
      max: 255,
      description: 'Covers pages with this text anywhere in their URL, ignoring case. With a url, both must match.',
    }),
  ),
  is_main: Type.Optional(
    Type.Boolean({
      description: 'True: makes it the store’s main rule and replaces the previous one. Defaults to false.',
    }),
  ),
});

nameSchemas({ UrlRule, UrlRuleInput: RuleBody });
