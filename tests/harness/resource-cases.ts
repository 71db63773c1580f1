import { LONGEST_PASSWORD } from './passwords.ts';
import { unique } from './unique.ts';

// Table of the resources that administrators manage, for their common tests. Specific behaviour is tested separately.

export type Body = Record<string, unknown>;
interface Limit {
  field: string;
  holds: unknown[];
  refuses: [value: unknown, says: RegExp][];
}
interface ResourceCase {
  path: string;
  kind: string;
  /** A valid body, unique each time. */
  body(): Body;
  /** Another value for one of its fields. */
  change: Body;
  /** The field by which a list is searched and sorted. */
  name: string;
  limits: Limit[];
  /** Ids of other records, by field. */
  references: string[];
  isDeleted?: false;
}

/** A text of this many characters, which are more bytes and more UTF-16 units. */
export const chars = (count: number) => '😀'.repeat(count);
const name = (field = 'name', max = 128): Limit => ({
  field,
  holds: ['a', 'ö', chars(max), '%_\\'],
  refuses: [
    ['', /must not be empty/],
    [chars(max + 1), new RegExp(`at most ${max} characters`)],
    [null, /must be a text/],
    [7, /must be a text/],
    ['a\0', /NUL/],
    ['\ud83c', /Unicode/],
  ],
});
const maybe = (field: string, max: number): Limit => ({
  field,
  holds: [null, 'a', chars(max)],
  refuses: [
    ['', /must not be empty/],
    [chars(max + 1), new RegExp(`at most ${max} characters`)],
    [7, /must be a text or null/],
  ],
});
const key = (field: string): Limit => ({
  field,
  holds: [unique(), `${unique()}-${unique()}`, unique().padEnd(64, '0')],
  refuses: [
    ...['', 'A', 'a b', 'a_b', '-a', 'a-', 'a--b', 'å', '0'.repeat(65)].map((bad): [string, RegExp] => [
      bad,
      /small letters/,
    ]),
    [null, /small letters|must be a text/],
  ],
});
const share = (field: string, isNullable = true): Limit => ({
  field,
  holds: [0, 0.000001, 0.123456, 1, ...(isNullable ? [null] : [])],
  refuses: [
    [-0.000001, /at least 0/],
    [1.000001, /at most 1/],
    [0.1234567, /six digits/],
    [1e-7, /six digits/],
    ['0.5', /must be a number/],
    ...(isNullable ? [] : [[null, /must be a number/] as [null, RegExp]]),
  ],
});
const flag = (field: string): Limit => ({
  field,
  holds: [true, false],
  refuses: [1, 'true', null].map((bad) => [bad, /true or false/]),
});
const code = (field: string, holds: string[], refuses: string[], says: RegExp): Limit => ({
  field,
  holds,
  refuses: refuses.map((bad) => [bad, says]),
});

export const RESOURCE_CASES: ResourceCase[] = [
  {
    path: 'store-groups',
    kind: 'store group',
    body: () => ({ name: unique(), key: unique(), country: 'SE', currency: 'SEK', locale: 'sv_SE', language: 'sv' }),
    change: { name: 'Norge', payment_limit: 500, marketplace: true },
    name: 'name',
    limits: [
      name(),
      key('key'),
      code('country', ['NO', 'DE'], ['no', 'NOR', ''], /country code/),
      code('currency', ['NOK', 'JPY', 'KWD'], ['QQQ', 'nok', 'NO', ''], /currency/),
      code('locale', ['nb_NO'], ['nb-NO', 'nb', ''], /locale/),
      code('language', ['nb'], ['NB', 'nob', ''], /language code/),
      flag('marketplace'),
      flag('return_ads_enabled'),
      {
        field: 'payment_limit',
        holds: [0, 1, Number.MAX_SAFE_INTEGER],
        refuses: [
          [-1, /at least 0/],
          [0.5, /whole number/],
          [2 ** 53, /at most/],
          ['1', /whole number/],
        ],
      },
    ],
    references: [],
  },
  {
    path: 'categories',
    kind: 'category',
    body: () => ({ name: unique(), key: unique() }),
    change: { name: 'Trädgård', name_en: 'Garden', name_de: 'Garten' },
    name: 'name',
    limits: [name(), key('key')],
    references: [],
  },
  {
    path: 'return-ads',
    kind: 'return ad',
    body: () => ({ name: unique() }),
    change: { url: 'https://shop.example/retur', active: false },
    name: 'name',
    limits: [
      name(),
      {
        field: 'url',
        holds: [null, 'https://shop.example/retur', `https://shop.example/${'a'.repeat(2027)}`],
        refuses: [
          ['shop.example', /web address/],
          ['javascript:alert(1)', /web address/],
          [`https://shop.example/${'a'.repeat(2028)}`, /at most 2048/],
        ],
      },
      flag('active'),
    ],
    references: ['store_group_id', 'store_id'],
  },
  {
    path: 'user-tags',
    kind: 'user tag',
    body: () => ({ name: unique(), slug: unique() }),
    change: { access_level: 3, name: 'Cyklister' },
    name: 'name',
    limits: [
      name(),
      key('slug'),
      {
        field: 'access_level',
        holds: [0, 100],
        refuses: [
          [-1, /at least 0/],
          [101, /at most 100/],
          [1.5, /whole number/],
        ],
      },
    ],
    references: [],
  },
  {
    path: 'revenue-tiers',
    kind: 'revenue tier',
    body: () => ({ name: unique() }),
    change: { user_share: 0.72 },
    name: 'name',
    limits: [name(), share('user_share'), share('client_share')],
    references: [],
  },
  {
    path: 'clients',
    kind: 'client',
    body: () => ({ name: unique(), client_id: unique() }),
    change: { client_share: 0.15, city: 'Uppsala', config: { theme: ['dark', { a: null }] } },
    name: 'name',
    limits: [
      name(),
      {
        field: 'client_id',
        holds: ['a1', unique().padEnd(64, '0')],
        refuses: ['a', '', 'A1', 'a_1', '-a1', '0'.repeat(65)].map((bad) => [bad, /2 to 64 small letters/]),
      },
      share('client_share', false),
      share('user_share'),
      flag('own_payment_system'),
      flag('default_verified_users'),
      code('locale', ['de_DE'], ['de', 'de-DE'], /locale/),
      ...['feed', 'company_name', 'street', 'postal_code', 'city', 'vat_number'].map((field) => maybe(field, 255)),
      {
        field: 'config',
        holds: [{}, { a: 'x'.repeat(10_000 - '{"a":""}'.length) }, { a: { b: [1, null, true] } }],
        refuses: [
          [{ a: 'x'.repeat(10_001 - '{"a":""}'.length) }, /10000 characters/],
          ['{}', /must be an object/],
          [[], /must be an object/],
          [null, /must be an object/],
        ],
      },
      {
        field: 'user_mail_config',
        holds: [
          { accepted: chars(5000), inactive: '', used_tool: '', registered: 'Hej' },
          { accepted: '', inactive: '', used_tool: '', registered: '' },
        ],
        refuses: [
          ['x', /must be an object/],
          [null, /must be an object/],
        ],
      },
    ],
    references: ['store_group_id', 'default_revenue_tier_id'],
  },
  {
    path: 'users',
    kind: 'user',
    body: () => ({ username: unique(), email: `${unique()}@example.test` }),
    change: { first_name: 'Åsa', is_verified: true, country: 'NO' },
    name: 'username',
    limits: [
      {
        field: 'username',
        holds: ['ab', chars(64)],
        refuses: [
          ['a', /at least 2 characters/],
          [chars(65), /at most 64 characters/],
          [null, /must be a text/],
        ],
      },
      {
        field: 'email',
        holds: [
          `a+b.${unique()}@sub.example.test`,
          `${'a'.repeat(64)}@${`${'b'.repeat(61)}.`.repeat(2)}${'c'.repeat(60)}.test`,
        ],
        refuses: [
          ['', /e-mail/],
          ['a', /e-mail/],
          ['a@b', /e-mail/],
          ['a b@example.test', /e-mail/],
          ['a@example.test\r\nBcc: b@example.test', /e-mail/],
          [null, /must be a text/],
        ],
      },
      {
        field: 'password',
        holds: ['lösenord', LONGEST_PASSWORD],
        refuses: [
          ['1234567', /at least 8 characters/],
          ['password1', /too easy to guess/],
          ['x'.repeat(257), /at most 256 characters/],
          [null, /must be a text/],
        ],
      },
      ...['first_name', 'surname', 'display_name', 'city'].map((field) => maybe(field, 128)),
      maybe('address', 255),
      maybe('postcode', 32),
      maybe('phone', 64),
      code('country', ['NO'], ['no', 'NOR', ''], /country code/),
      code('preferred_locale', ['nb_NO'], ['nb', ''], /locale/),
      flag('is_admin'),
      flag('is_verified'),
      flag('is_suspended'),
      {
        field: 'user_tag_ids',
        holds: [[]],
        refuses: [
          [[0], /at least 1/],
          [null, /must be a list/],
          [Array.from({ length: 1001 }, () => 1), /at most 1000 entries/],
          [[2 ** 53 - 1], /user tags that exist/],
        ],
      },
    ],
    references: ['client_id', 'revenue_tier_id', 'store_group_id'],
    isDeleted: false,
  },
];
