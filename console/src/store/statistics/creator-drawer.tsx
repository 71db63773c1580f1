import { Badge, Button, Group, Skeleton, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { api } from '../../api.ts';
import type { DayRange } from '../../components/day-range.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Failure } from '../../components/failure.tsx';
import { Accounts, Figures, Known, PaidOnce, Section } from './creator-sections.tsx';
import { useStatisticsTexts } from './texts.ts';

interface CreatorDrawerProps {
  store: number;
  /** Period of the figures. */
  range: DayRange;
  /** Undefined: the drawer is closed. */
  user: number | undefined;
  onClose: () => void;
}

/** Profile of a creator, as far as visible to the store, with their results. */
export function CreatorDrawer({ user, onClose, ...place }: CreatorDrawerProps) {
  const t = useStatisticsTexts().person;
  return (
    <Dialog isDrawer opened={user !== undefined} onClose={onClose} title={t.title} size="md">
      {user !== undefined && <Person user={user} {...place} />}
    </Dialog>
  );
}

function Person({ store, range, user }: { store: number; range: DayRange; user: number }) {
  const t = useStatisticsTexts().person;
  const { data, error, refetch } = api.useQuery('get', '/advertiser/stores/{id}/users/{userid}/dashboard', {
    params: { path: { id: store, userid: user } },
  });
  if (error) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton h={240} role="status" aria-label={t.loading} />;
  const at = { store: String(store) };
  return (
    <Stack gap="lg">
      <Known person={data} />
      <Figures store={store} range={range} user={user} />
      <Accounts accounts={data.social_media} />
      {data.user_tags.length > 0 && (
        <Section title={t.tags}>
          <Group gap={6}>
            {data.user_tags.map(({ id, name }) => (
              <Badge key={id} variant="default" tt="none" fw={500}>
                {name}
              </Badge>
            ))}
          </Group>
        </Section>
      )}
      <PaidOnce store={store} payments={data.one_time_earnings} />
      <Group>
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link
              {...props}
              to="/console/shop/$store/statistics"
              params={at}
              search={{ ...range, by: 'links', creator: user }}
            />
          )}
        >
          {t.links}
        </Button>
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link {...props} to="/console/shop/$store/orders" params={at} search={{ ...range, creator: user }} />
          )}
        >
          {t.orders}
        </Button>
      </Group>
    </Stack>
  );
}
