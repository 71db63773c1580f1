import type { Field } from '../components/fields.ts';
import { optionsOf, useAgencies, useMarkets, useTiers } from './references.ts';
import { usePeopleTexts } from './texts.ts';

/** Editable fields of a person, by form. */
export function usePersonFields(): Field[] {
  const { fields: t } = usePeopleTexts();
  const plain = ['first_name', 'surname', 'display_name', 'phone', 'address', 'postcode', 'city'] as const;
  return [
    { name: 'email', label: t.email, kind: 'email', required: true },
    { name: 'username', label: t.username, required: true },
    ...plain.map((name) => ({ name, label: t[name] })),
    { name: 'country', label: t.country, kind: 'country' },
    { name: 'preferred_locale', label: t.preferred_locale },
    ...useAssignmentFields(),
    { name: 'password', label: t.password, kind: 'password', hint: t.passwordHint },
    { name: 'is_verified', label: t.is_verified, kind: 'flag' },
    { name: 'is_admin', label: t.is_admin, kind: 'flag' },
  ];
}

/** Fields of a new person. */
export function useNewPersonFields(): Field[] {
  const { fields: t } = usePeopleTexts();
  return [
    { name: 'email', label: t.email, kind: 'email', required: true },
    { name: 'username', label: t.username, hint: t.usernameHint, isNeverNull: true },
    { name: 'first_name', label: t.first_name },
    { name: 'surname', label: t.surname },
    ...useAssignmentFields(),
    { name: 'password', label: t.password, kind: 'password', hint: t.newPasswordHint },
    { name: 'is_verified', label: t.is_verified, kind: 'flag' },
    { name: 'is_admin', label: t.is_admin, kind: 'flag' },
  ];
}

function useAssignmentFields(): Field[] {
  const { fields: t } = usePeopleTexts();
  return [
    { name: 'client_id', label: t.client_id, kind: 'reference', options: optionsOf(useAgencies()) },
    {
      name: 'revenue_tier_id',
      label: t.revenue_tier_id,
      kind: 'reference',
      options: optionsOf(useTiers()),
      hint: t.tierHint,
    },
    { name: 'store_group_id', label: t.store_group_id, kind: 'reference', options: optionsOf(useMarkets()) },
  ];
}
