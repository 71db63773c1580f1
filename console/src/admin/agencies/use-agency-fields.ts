import type { Field } from '../components/fields.ts';
import { optionsOf, useMarkets, useTiers } from '../people/references.ts';
import { useAgenciesTexts } from './texts.ts';

/** Form fields of an agency. */
export function useAgencyFields(): Field[] {
  const { fields: t } = useAgenciesTexts();
  const address = ['company_name', 'street', 'postal_code', 'city', 'vat_number'] as const;
  return [
    { name: 'name', label: t.name, required: true },
    { name: 'client_id', label: t.client_id, hint: t.clientIdHint, required: true },
    { name: 'client_share', label: t.client_share, hint: t.shareHint, kind: 'share', isNeverNull: true },
    { name: 'user_share', label: t.user_share, hint: t.userShareHint, kind: 'share' },
    { name: 'store_group_id', label: t.store_group_id, kind: 'reference', options: optionsOf(useMarkets()) },
    {
      name: 'default_revenue_tier_id',
      label: t.default_revenue_tier_id,
      kind: 'reference',
      options: optionsOf(useTiers()),
    },
    { name: 'locale', label: t.locale },
    ...address.map((name) => ({ name, label: t[name] })),
    { name: 'own_payment_system', label: t.own_payment_system, kind: 'flag' },
    { name: 'default_verified_users', label: t.default_verified_users, kind: 'flag' },
    { name: 'is_default', label: t.is_default, kind: 'flag' },
  ];
}
