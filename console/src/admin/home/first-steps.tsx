import { api } from '../../api.ts';
import type { FirstStep } from '../../components/first-steps/steps.ts';
import { FirstSteps } from '../../components/first-steps.ts';
import { useHomeTexts } from './texts.ts';

const ONE = { size: 1 } as const;

/** The records that a marketplace needs before anything can be earned. */
export function MarketFirstSteps() {
  const t = useHomeTexts().first;
  return <FirstSteps title={t.title} hint={t.hint} steps={useSteps()} />;
}

function useSteps(): FirstStep[] | undefined {
  const t = useHomeTexts().first;
  const markets = api.useQuery('get', '/v2/admin/store-groups', { params: { query: ONE } }).data?.meta.total;
  const stores = api.useQuery('get', '/v2/admin/stores', { params: { query: ONE } }).data?.meta.total;
  const creators = api.useQuery('get', '/v2/admin/users', { params: { query: { ...ONE, role: 'creator' } } }).data?.meta
    .total;
  if (markets === undefined || stores === undefined || creators === undefined) return undefined;
  return [
    {
      ...t.market,
      isDone: markets > 0,
      link: { to: '/console/admin/lists/$list', params: { list: 'markets' } },
    },
    { ...t.shop, isDone: stores > 0, link: { to: '/console/admin/stores' } },
    { ...t.creator, isDone: creators > 0, link: { to: '/console/admin/people' } },
  ];
}
