import type { paths } from '@tributary/client';
import { api, client, ifMatch } from '../../api.ts';
import { asAgency, asUser, type PayeeOwner } from '../payouts/payee-owner.ts';

export { usePayee } from '../payouts/payout-api.ts';
export type { PayeeOwner };

export type Payee = paths['/v2/users/{user}/payee']['get']['responses']['200']['content']['application/json'];
export type PayeeBody = paths['/v2/users/{user}/payee']['put']['requestBody']['content']['application/json'];
export type AccountBody =
  paths['/v2/users/{user}/payout-accounts']['post']['requestBody']['content']['application/json'];
export function useBalance(owner: PayeeOwner) {
  const [user, ofUsers] = asUser(owner);
  const ofUser = api.useQuery('get', '/v2/users/{user}/balances', user, {
    enabled: ofUsers.enabled,
    select: ({ data }) => data,
  });
  const [agency, ofAgencies] = asAgency(owner);
  const ofAgency = api.useQuery('get', '/v2/clients/{client}/balances', agency, {
    enabled: ofAgencies.enabled,
    select: ({ data }) => data,
  });
  return owner.kind === 'user' ? ofUser : ofAgency;
}

export function usePayouts({ kind, id }: PayeeOwner, page: number) {
  const query = { page };
  const ofUser = api.useList(
    'get',
    '/v2/users/{user}/payouts',
    { params: { path: { user: id }, query } },
    { enabled: kind === 'user' },
  );
  const ofAgency = api.useList(
    'get',
    '/v2/clients/{client}/payouts',
    { params: { path: { client: id }, query } },
    { enabled: kind === 'client' },
  );
  return kind === 'user' ? ofUser : ofAgency;
}

export const savePayee = ({ kind, id }: PayeeOwner, body: PayeeBody): Promise<unknown> =>
  kind === 'user'
    ? client.PUT('/v2/users/{user}/payee', {
        params: { path: { user: id } },
        body,
        headers: ifMatch(`/v2/users/${id}/payee`),
      })
    : client.PUT('/v2/clients/{client}/payee', {
        params: { path: { client: id } },
        body,
        headers: ifMatch(`/v2/clients/${id}/payee`),
      });

export const giveConsent = ({ kind, id }: PayeeOwner, version: string): Promise<unknown> =>
  kind === 'user'
    ? client.POST('/v2/users/{user}/payee/consent', { params: { path: { user: id } }, body: { version } })
    : client.POST('/v2/clients/{client}/payee/consent', { params: { path: { client: id } }, body: { version } });

export const saveAccount = ({ kind, id }: PayeeOwner, body: AccountBody): Promise<unknown> =>
  kind === 'user'
    ? client.POST('/v2/users/{user}/payout-accounts', { params: { path: { user: id } }, body })
    : client.POST('/v2/clients/{client}/payout-accounts', { params: { path: { client: id } }, body });

export const removeAccount = ({ kind, id }: PayeeOwner, account: number): Promise<unknown> =>
  kind === 'user'
    ? client.DELETE('/v2/users/{user}/payout-accounts/{payout_account}', {
        params: { path: { user: id, payout_account: account } },
      })
    : client.DELETE('/v2/clients/{client}/payout-accounts/{payout_account}', {
        params: { path: { client: id, payout_account: account } },
      });

export const confirmVatNumber = ({ kind, id }: PayeeOwner, vatNumber: string): Promise<unknown> =>
  kind === 'user'
    ? client.POST('/v2/users/{user}/payee/vat-confirmation', {
        params: { path: { user: id } },
        body: { vat_number: vatNumber },
      })
    : client.POST('/v2/clients/{client}/payee/vat-confirmation', {
        params: { path: { client: id } },
        body: { vat_number: vatNumber },
      });

export const checkVatNumber = ({ kind, id }: PayeeOwner): Promise<unknown> =>
  kind === 'user'
    ? client.POST('/v2/users/{user}/payee/vat-check', { params: { path: { user: id } } })
    : client.POST('/v2/clients/{client}/payee/vat-check', { params: { path: { client: id } } });
