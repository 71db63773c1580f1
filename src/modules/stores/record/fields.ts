import { Type } from 'typebox';
import { flag01, whole } from '../../../platform/http/fields.ts';
import { field } from '../../../platform/record-fields/field.ts';
import { FLAG, FRACTION, INSTANT, TEXT, TEXT_OR_NONE, WHOLE } from '../../../platform/record-fields/kinds.ts';

const orEmpty = (what: string) => Type.String({ description: `${what}; empty when there is none.` });
const instant = <const Name extends string>(name: Name, description: string) =>
  field(INSTANT, {
    column: name,
    legacy: { name, show: Type.String({ description, examples: ['2030-01-31 12:00:00'] }) },
  });

/** The plain fields of a store's record on the unversioned paths: columns, names and schemas. */
export const STORE_FIELDS = {
  name: field(TEXT, {
    column: 'name',
    legacy: { name: 'feed_name', show: Type.String({ description: 'The store’s name.' }) },
  }),
  feedProvider: field(TEXT_OR_NONE, {
    column: 'feed_provider',
    legacy: { name: 'feed_provider', show: orEmpty('Where its products come from') },
  }),
  language: field(TEXT, { column: 'language', legacy: { name: 'language_iso_code', show: Type.String() } }),
  currency: field(TEXT, { column: 'currency', legacy: { name: 'currency_iso_code', show: Type.String() } }),
  locale: field(TEXT, { column: 'locale', legacy: { name: 'locale', show: Type.String() } }),
  directLink: field(TEXT_OR_NONE, {
    column: 'direct_link',
    legacy: { name: 'direct_link', show: orEmpty('Address') },
  }),
  deeplinkable: field(FLAG, { column: 'deeplinkable', legacy: { name: 'deeplinkable', show: flag01() } }),
  autoupdate: field(FLAG, { column: 'autoupdate', legacy: { name: 'autoupdate', show: flag01() } }),
  metainfo: field(TEXT_OR_NONE, { column: 'metainfo', legacy: { name: 'metainfo', show: orEmpty('Text') } }),
  url: field(TEXT_OR_NONE, { column: 'url', legacy: { name: 'url', show: orEmpty('The shop’s own address') } }),
  feed: field(FLAG, { column: 'feed', legacy: { name: 'feed', show: flag01() } }),
  createdAt: instant('created_at', 'YYYY-MM-DD HH:MM:SS, UTC.'),
  updatedAt: instant('updated_at', 'YYYY-MM-DD HH:MM:SS, UTC.'),
  providerAccountId: field(TEXT_OR_NONE, {
    column: 'provider_account_id',
    legacy: { name: 'store_provider_account_id', show: orEmpty('Account at the provider') },
  }),
  lastCorrectSync: instant('last_correct_sync', 'When products were last read, YYYY-MM-DD HH:MM:SS; empty: never.'),
  numberOfProducts: field(WHOLE, {
    column: 'number_of_products',
    legacy: { name: 'number_of_products', show: whole({ min: 0 }) },
  }),
  programId: field(TEXT_OR_NONE, {
    column: 'program_id',
    legacy: { name: 'program_id', show: orEmpty('Program at the provider') },
  }),
  deletedAt: instant('deleted_at', 'YYYY-MM-DD HH:MM:SS; empty unless it is deleted.'),
  earningsReturnRate: field(FRACTION, {
    column: 'earnings_return_rate',
    legacy: { name: 'earnings_return_rate', show: Type.Number({ description: '0 when it is not known.' }) },
  }),
  hidden: field(FLAG, {
    column: 'hidden',
    legacy: { name: 'hidden', show: flag01({ description: '1: creators neither see it nor make links to it.' }) },
  }),
  serviceInvoicing: field(FLAG, { column: 'service_invoicing', legacy: { name: 'service_invoicing', show: flag01() } }),
} as const;
