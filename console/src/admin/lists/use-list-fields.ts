import type { Field } from '../components/fields.ts';
import { optionsOf, useAgencies, useMarkets } from '../people/references.ts';
import type { ListName } from './lists.ts';
import { useListsTexts } from './texts.ts';

/** The fields of a list's records: those of a new one, and those that can be changed later. */
export function useListFields(list: ListName): { creation: Field[]; changes: Field[] } {
  const { fields: t } = useListsTexts();
  const agencies = useAgencies();
  const markets = useMarkets();
  const name: Field = { name: 'name', label: t.name, required: true };
  const key: Field = { name: 'key', label: t.key, hint: t.keyHint, required: true };
  const same = (fields: Field[]) => ({ creation: fields, changes: fields });
  if (list === 'categories')
    return same([
      { ...name, hint: t.nameHint },
      key,
      { name: 'name_en', label: t.name_en },
      { name: 'name_sv', label: t.name_sv },
      { name: 'name_de', label: t.name_de },
    ]);
  if (list === 'markets')
    return same([
      name,
      key,
      { name: 'country', label: t.country, kind: 'country', required: true },
      { name: 'currency', label: t.currency, kind: 'currency', required: true },
      { name: 'locale', label: t.locale, required: true },
      { name: 'language', label: t.language, kind: 'language', required: true },
      { name: 'payment_limit', label: t.payment_limit, kind: 'money', isNeverNull: true },
      { name: 'marketplace', label: t.marketplace, kind: 'flag' },
      { name: 'return_ads_enabled', label: t.return_ads_enabled, kind: 'flag' },
    ]);
  if (list === 'return-ads')
    return same([
      name,
      { name: 'url', label: t.url },
      { name: 'store_group_id', label: t.store_group_id, kind: 'reference', options: optionsOf(markets) },
      { name: 'store_id', label: t.adStore, kind: 'shop' },
      { name: 'active', label: t.active, kind: 'flag' },
    ]);
  if (list === 'tags') {
    const changes: Field[] = [
      name,
      { name: 'slug', label: t.slug, hint: t.keyHint, required: true },
      { name: 'access_level', label: t.access_level, kind: 'number', isNeverNull: true },
    ];
    return {
      changes,
      creation: [...changes, { name: 'store_id', label: t.store_id, hint: t.storeHint, kind: 'shop' }],
    };
  }
  const changes: Field[] = [
    name,
    { name: 'user_share', label: t.user_share, hint: t.shareHint, kind: 'share' },
    { name: 'client_share', label: t.client_share, hint: t.shareHint, kind: 'share' },
  ];
  const agency: Field = {
    name: 'client_id',
    label: t.client_id,
    hint: t.clientHint,
    kind: 'reference',
    options: optionsOf(agencies),
  };
  return { changes, creation: [...changes, agency] };
}
