import { api } from '../../api.ts';
import { type FirstStep, FirstSteps } from '../../components/first-steps.tsx';
import { listed } from '../../components/listed.ts';
import { useOverviewTexts } from './texts.ts';

/** Onboarding steps of a store. */
export function StoreFirstSteps({ store }: { store: number }) {
  const t = useOverviewTexts().first;
  return <FirstSteps title={t.title} hint={t.hint} steps={useSteps(store)} />;
}

function useSteps(store: number): FirstStep[] | undefined {
  const t = useOverviewTexts().first;
  const record = api.useQuery('get', '/advertiser/stores/{id}', { params: { path: { id: store } } });
  const orders = listed(
    api.useQuery('get', '/v2/stores/{store}/orders', { params: { path: { store }, query: { size: 1 } } }),
  );
  const campaigns = api.useQuery('get', '/v2/stores/{store}/campaigns', {
    params: { path: { store }, query: { size: 1 } },
  });
  if (!record.data || !orders.data || !campaigns.data) return undefined;
  const params = { store: String(store) };
  const hosts = record.data.urls.map(({ end_host: host }) => host);
  return [
    {
      ...t.domains,
      isDone: hosts.length > 0,
      hint: hosts.length > 0 ? hosts.join(', ') : t.domains.hint,
      link: { to: '/console/shop/$store/url-rules', params },
    },
    {
      ...t.tracking,
      isDone: orders.data.meta.total > 0,
      link: { to: '/console/shop/$store/tracking', params },
    },
    {
      ...t.campaign,
      isDone: campaigns.data.meta.total > 0,
      link: { to: '/console/shop/$store/campaigns/new', params },
    },
  ];
}
