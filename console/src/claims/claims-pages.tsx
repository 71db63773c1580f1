import { useParams, useSearch } from '@tanstack/react-router';
import { api } from '../api.ts';
import { PageHeader } from '../components/page-header.tsx';
import { useMe } from '../session/use-me.ts';
import { ClaimTable } from './claim-table.tsx';
import { NewClaim } from './new-claim.tsx';
import type { ClaimsSearch } from './search.ts';
import { useClaimTexts } from './texts.ts';

const queryOf = ({ status, sort, page = 1 }: ClaimsSearch) => ({
  page,
  ...(sort === undefined ? {} : { sort_by: sort }),
  ...(status === undefined ? {} : { status }),
});

/** A creator's claims, and the form for a new one. */
export function CreatorClaimsPage() {
  const t = useClaimTexts();
  const search = useSearch({ from: '/console/creator/claims' });
  const { id: user } = useMe();
  const params = { path: { user }, query: queryOf(search) };
  return (
    <>
      <PageHeader title={t.title} hint={t.hints.creator} />
      <NewClaim />
      <ClaimTable answer={api.useList('get', '/v2/users/{user}/order-claims', { params })} search={search} />
    </>
  );
}

/** The claims of a store's orders. */
export function StoreClaimsPage() {
  const t = useClaimTexts();
  const search = useSearch({ from: '/console/shop/$store/claims' });
  const store = Number(useParams({ from: '/console/shop/$store/claims' }).store);
  const params = { path: { store }, query: queryOf(search) };
  return (
    <>
      <PageHeader title={t.title} hint={t.hints.store} />
      <ClaimTable answer={api.useList('get', '/v2/stores/{store}/order-claims', { params })} search={search} />
    </>
  );
}

/** The claims of all stores. */
export function AdminClaimsPage() {
  const t = useClaimTexts();
  const search = useSearch({ from: '/console/admin/claims' });
  const params = { query: queryOf(search) };
  return (
    <>
      <PageHeader title={t.title} hint={t.hints.admin} />
      <ClaimTable answer={api.useList('get', '/v2/admin/order-claims', { params })} search={search} />
    </>
  );
}
