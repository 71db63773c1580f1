import type { LinkProps } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { api } from '../api.ts';
import { useFormats } from '../language/formats.ts';
import { useMe } from '../session/use-me.ts';
import type { DayRange } from './day-range.ts';
import { useCommonTexts } from './texts.ts';
import type { ChartAnnotation } from './time-chart-types.ts';

type Annotation =
  paths['/v2/stores/{store}/annotations']['get']['responses']['200']['content']['application/json']['data'][number];

/** Events of a store, or of one of its campaigns. If they cannot be loaded, the chart is shown without them. */
export function useStoreAnnotations(store: number, range: DayRange, campaign?: number): ChartAnnotation[] {
  const { data } = api.useQuery('get', '/v2/stores/{store}/annotations', {
    params: { path: { store }, query: { ...range, ...(campaign === undefined ? {} : { offer_id: campaign }) } },
  });
  return useShown(data?.data, ({ offer_id: offer }) =>
    offer === null || offer === campaign
      ? undefined
      : { to: '/console/shop/$store/campaigns/$offer', params: { store: String(store), offer: String(offer) } },
  );
}

/** Events of the campaigns of a creator. */
export function useCreatorAnnotations(user: number, range: DayRange): ChartAnnotation[] {
  const me = useMe();
  const { data } = api.useQuery('get', '/v2/users/{user}/annotations', {
    params: { path: { user }, query: range },
  });
  return useShown(data?.data, ({ offer_id: offer }) =>
    offer === null || user !== me.id
      ? undefined
      : { to: '/console/creator/campaigns/$offer', params: { offer: String(offer) } },
  );
}

/** Events of the marketplace. */
export function useMarketAnnotations(range: DayRange): ChartAnnotation[] {
  const { data } = api.useQuery('get', '/v2/admin/annotations', { params: { query: range } });
  return useShown(data?.data, ({ subject }) =>
    subject === null ? undefined : { to: '/console/admin/periods/$month', params: { month: subject } },
  );
}

function useShown(
  annotations: readonly Annotation[] | undefined,
  linkOf: (annotation: Annotation) => LinkProps | undefined,
): ChartAnnotation[] {
  const t = useCommonTexts().chart.kinds;
  const { month } = useFormats();
  return (annotations ?? []).map((one) => {
    const { kind, day, subject } = one;
    const name = kind === 'month_closed' && subject !== null ? month(subject) : (subject ?? '');
    return {
      day,
      text: kind === 'prices_changed' && subject === null ? t.own_prices_changed : t[kind](name),
      link: linkOf(one),
    };
  });
}
