import type { paths } from '@tributary/client';
import { api } from '../../api.ts';
import { asAgency, asUser, type PayeeOwner } from './payee-owner.ts';

export type NextPayout =
  paths['/v2/users/{user}/next-payouts']['get']['responses']['200']['content']['application/json']['data'][number];

export type OpenMonth =
  paths['/v2/users/{user}/open-months']['get']['responses']['200']['content']['application/json']['data'][number];

/** The next payouts, one for each currency. */
export function useNextPayout(owner: PayeeOwner) {
  const [user, ofUsers] = asUser(owner);
  const ofUser = api.useQuery('get', '/v2/users/{user}/next-payouts', user, {
    enabled: ofUsers.enabled,
    select: ({ data }) => data,
  });
  const [agency, ofAgencies] = asAgency(owner);
  const ofAgency = api.useQuery('get', '/v2/clients/{client}/next-payouts', agency, {
    enabled: ofAgencies.enabled,
    select: ({ data }) => data,
  });
  return owner.kind === 'user' ? ofUser : ofAgency;
}

/** The months whose earnings are not paid out, oldest first. */
export function useOpenMonths(owner: PayeeOwner) {
  const ofUser = api.useQuery('get', '/v2/users/{user}/open-months', ...asUser(owner));
  const ofAgency = api.useQuery('get', '/v2/clients/{client}/open-months', ...asAgency(owner));
  return owner.kind === 'user' ? ofUser : ofAgency;
}

/** The legal identity, payout accounts and consent of a payee; nothing is read for null. */
export function usePayee(owner: PayeeOwner | null) {
  const [user, agency] = [asUser(owner ?? NOBODY), asAgency(owner ?? NOBODY)];
  const ofUser = api.useQuery('get', '/v2/users/{user}/payee', user[0], { enabled: owner?.kind === 'user' });
  const ofAgency = api.useQuery('get', '/v2/clients/{client}/payee', agency[0], { enabled: owner?.kind === 'client' });
  return owner?.kind === 'client' ? ofAgency : ofUser;
}

const NOBODY: PayeeOwner = { kind: 'user', id: 0 };
