import { Button, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { addDays, today } from '../../components/day-range.ts';
import { Failure } from '../../components/failure.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useFormats } from '../../language/formats.ts';
import { useStoresTexts } from './texts.ts';

/** Maximum age of the linked orders, in days. */
const MAX_AGE_DAYS = 730;

/** Number of orders of a store that need a decision, with a link to them. */
export function DisputedOrders({ store }: { store: number }) {
  const t = useStoresTexts().disputed;
  const { number } = useFormats();
  const { data, error, refetch } = api.useQuery('get', '/v2/stores/{store}/orders', {
    params: { path: { store }, query: { unresolved: true, size: 1 } },
  });
  // Without `format`, the reply is a page.
  const total = typeof data === 'object' ? data.meta.total : undefined;
  return (
    <SectionCard id="disputed" title={t.title} hint={t.hint}>
      {error && <Failure error={error} onRetry={refetch} />}
      {!error && total === undefined && <Skeleton h={36} />}
      {total === 0 && <Text size="sm">{t.none}</Text>}
      {total !== undefined && total > 0 && (
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link
              {...props}
              to="/console/shop/$store/orders"
              params={{ store: String(store) }}
              search={{ whose: 'unresolved', from: addDays(today(), -MAX_AGE_DAYS), to: today() }}
            />
          )}
        >
          {t.review(total, number(total))}
        </Button>
      )}
    </SectionCard>
  );
}
