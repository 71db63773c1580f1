import { Badge, Group, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { paths } from '@tributary/client';
import type { ReactNode } from 'react';
import { api } from '../../api.ts';
import { AmountLink } from '../../components/amount-link.tsx';
import type { DayRange } from '../../components/day-range.ts';
import { explanationOf } from '../../components/explanation/places.ts';
import { Fact } from '../../components/fact.tsx';
import { listed } from '../../components/listed.ts';
import { Note } from '../../components/note.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import { useResultColumns } from '../../components/statistics/result-columns.tsx';
import { useFormats } from '../../language/formats.ts';
import { explainedDays } from './explained-days.ts';
import { figuresShown } from './shown-figures.ts';
import { useStatisticsTexts } from './texts.ts';

type Dashboard =
  paths['/advertiser/stores/{id}/users/{userid}/dashboard']['get']['responses']['200']['content']['application/json'];

/** Profile, as far as visible to the store. */
export function Known({ person }: { person: Dashboard }) {
  const t = useStatisticsTexts().person;
  const { day, relative } = useFormats();
  const facts: [string, string][] = [
    [t.username, person.username],
    [t.name, `${person.first_name} ${person.surname}`.trim()],
    [t.email, person.email],
    [t.phone, person.phone],
    [t.place, [person.city, person.country].filter(Boolean).join(', ')],
    [t.since, day(person.created_at)],
    [t.lastActive, person.last_active ? relative(person.last_active) : ''],
  ];
  return (
    <Stack gap="sm">
      <div>
        <Group gap="xs">
          <Title order={2} size="h3">
            {person.public_name}
          </Title>
          {person.is_verified && <Badge variant="light">{t.verified}</Badge>}
          {person.is_suspended && (
            <Badge variant="light" color="red">
              {t.suspended}
            </Badge>
          )}
        </Group>
      </div>
      <SimpleGrid component="dl" cols={2} spacing="md" verticalSpacing="sm" m={0}>
        {facts
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <Fact key={label} label={label}>
              {value}
            </Fact>
          ))}
      </SimpleGrid>
    </Stack>
  );
}

/** Results in the selected period. */
export function Figures({ store, range, user }: { store: number; range: DayRange; user: number }) {
  const t = useStatisticsTexts().person;
  const columns = useResultColumns({
    figures: figuresShown('creators', {}),
    placeOf: explainedDays(store, range, () => ({ creator: user })),
    isSorted: false,
  });
  const { data } = listed(
    api.useQuery('get', '/v2/stores/{store}/creator-stats', {
      params: { path: { store }, query: { ...range, users: String(user), size: 1 } },
    }),
  );
  const row = data?.data[0];
  return (
    <Section title={t.figures}>
      {data === undefined && <Skeleton h={60} />}
      {data !== undefined && row === undefined && <Note>{t.noFigures}</Note>}
      {row !== undefined && (
        <SimpleGrid component="dl" cols={{ base: 2, xs: 3 }} spacing="md" verticalSpacing="sm" m={0}>
          {columns.map(({ key, label, cell }) => (
            <div key={key}>
              <Text component="dt" size="xs" c="dimmed">
                {label}
              </Text>
              <Text component="dd" fw={600} m={0}>
                {cell(row)}
              </Text>
            </div>
          ))}
        </SimpleGrid>
      )}
    </Section>
  );
}

/** Social media accounts. */
export function Accounts({ accounts }: { accounts: Dashboard['social_media'] }) {
  const t = useStatisticsTexts().person;
  const { number } = useFormats();
  return (
    <Section title={t.accounts}>
      {accounts.length === 0 && <Note>{t.noAccounts}</Note>}
      <Stack gap="xs">
        {accounts.map(({ id, identifier, followers, is_valid: isValid }) => (
          <Group key={id} justify="space-between" wrap="nowrap">
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {identifier}
            </Text>
            <Text size="xs" c="dimmed" style={{ flex: 'none' }}>
              {followers > 0 && `${t.followers(number(followers))} · `}
              {isValid === 1 ? t.proven : t.unproven}
            </Text>
          </Group>
        ))}
      </Stack>
    </Section>
  );
}

/** One-time payments from the store. */
export function PaidOnce({ store, payments }: { store: number; payments: Dashboard['one_time_earnings'] }) {
  const t = useStatisticsTexts().person;
  const { money, day } = useFormats();
  const { data } = api.useQuery('get', '/advertiser/stores/{id}', { params: { path: { id: store } } });
  if (payments.length === 0 || data === undefined) return null;
  return (
    <Section title={t.paid}>
      <Stack gap="xs">
        {payments.map(({ id, user_earnings: minor, payment_date: paidOn, comment }) => (
          <Group key={id} justify="space-between" wrap="nowrap" align="flex-start">
            <Text size="sm">
              {day(paidOn)}
              {comment && ` · ${comment}`}
            </Text>
            <Text size="sm" fw={600} style={{ flex: 'none' }}>
              <AmountLink to={explanationOf('payments', id)} of={day(paidOn)}>
                {money(minor, data.currency_iso_code)}
              </AmountLink>
            </Text>
          </Group>
        ))}
      </Stack>
    </Section>
  );
}

/** Titled section of the drawer. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="xs" component="section">
      <SectionTitle order={3}>{title}</SectionTitle>
      {children}
    </Stack>
  );
}
