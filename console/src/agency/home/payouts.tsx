import { Anchor, Card, Group, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyPart } from '../../components/lazy-part.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import { useHomeTexts } from './texts.ts';
import type { AgencyOverview } from './use-overview.ts';

const Payouts = lazyPart(() => import('../../components/payouts/payouts.tsx'));

interface AgencyPayoutsProps {
  client: number;
  /** Undefined while loading. */
  payouts: AgencyOverview['payouts'] | undefined;
}

/** The next payouts of an agency with their days and conditions, and the months that they come from. */
export function AgencyPayouts({ client, payouts }: AgencyPayoutsProps) {
  const t = useHomeTexts().payouts;
  return (
    <Card component="section" aria-labelledby="agency-payouts">
      <Group justify="space-between" gap="xs" mb="sm">
        <SectionTitle id="agency-payouts">{t.title}</SectionTitle>
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link {...props} to="/console/agency/$client/payouts" params={{ client: String(client) }} />
          )}
        >
          {t.all}
        </Anchor>
      </Group>
      {payouts === undefined ? (
        <Skeleton h={120} />
      ) : (
        <Suspense fallback={<Skeleton h={120} />}>
          <Payouts owner={{ kind: 'client', id: client }} {...payouts} reasons={t.reasons} nothing={t.nothing} />
        </Suspense>
      )}
    </Card>
  );
}
