import { api } from '../../api.ts';
import type { FirstStep } from '../../components/first-steps/steps.ts';
import { FirstSteps } from '../../components/first-steps.ts';
import { listed } from '../../components/listed.ts';
import { useOverviewTexts } from './texts.ts';

/** What a store does until creators can earn with it, in the order in which each step depends on those before it. */
export function StoreFirstSteps({ store }: { store: number }) {
  const t = useOverviewTexts().first;
  return <FirstSteps title={t.title} hint={t.hint} steps={useSteps(store)} />;
}

function useSteps(store: number): FirstStep[] | undefined {
  const t = useOverviewTexts().first;
  const path = { store };
  const approval = api.useQuery('get', '/v2/stores/{store}/approval', { params: { path } });
  const domains = api.useQuery('get', '/v2/stores/{store}/domains', { params: { path } });
  const orders = listed(api.useQuery('get', '/v2/stores/{store}/orders', { params: { path, query: { size: 1 } } }));
  const record = api.useQuery('get', '/advertiser/stores/{id}', { params: { path: { id: store } } });
  const campaigns = api.useQuery('get', '/v2/stores/{store}/campaigns', { params: { path, query: { size: 1 } } });
  const billing = api.useQuery('get', '/v2/stores/{store}/billing', { params: { path } });
  if (!approval.data || !domains.data || !orders.data || !record.data || !campaigns.data || !billing.data)
    return undefined;
  const params = { store: String(store) };
  const hosts = domains.data.domains.map(({ host }) => host);
  const fixed = Number(record.data.revenue_cpo?.amount ?? 0);
  const { revenue_cpc: click, social_revenue_cpc: social, revenue_cpa: order, revenue_social_cpa: share } = record.data;
  return [
    {
      ...t.domains,
      isDone: hosts.length > 0 && domains.data.domains.every(({ standing }) => standing !== 'unproven'),
      hint: hosts.length > 0 ? hosts.join(', ') : t.domains.hint,
      link: { to: '/console/shop/$store/url-rules', params },
    },
    {
      ...t.tracking,
      isDone: orders.data.meta.total > 0,
      link: { to: '/console/shop/$store/tracking', params },
    },
    {
      ...t.rates,
      isDone: [click, social, order, share, fixed].some((rate) => rate > 0) || campaigns.data.meta.total > 0,
      link: { to: '/console/shop/$store/settings', params },
    },
    {
      ...t.billing,
      isDone: billing.data.is_complete,
      link: { to: '/console/shop/$store/invoices', params },
    },
    { ...t.approval, isDone: approval.data.approval === 'approved' },
  ];
}
