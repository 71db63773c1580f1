import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { api, client } from '../api.ts';
import { today } from '../components/day-range.ts';
import { ConfirmDialog } from '../components/dialog.tsx';
import { Failure } from '../components/failure.tsx';
import { Note, Strong } from '../components/note.tsx';
import { useMay } from '../components/role-limit.tsx';
import { Section } from '../components/section-card.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useFormats } from '../language/formats.ts';
import { useMe } from '../session/use-me.ts';
import { EarlierEnd } from './earlier-end.tsx';
import { RIGHT_TONES, type UsageRight } from './publication.ts';
import { usePublicationTexts } from './texts.ts';

/** The versions of the usage rights of a deliverable. The creator answers an offer; the store withdraws it, or pays the price of accepted rights. */
export function Rights({ deliverable, isOwn }: { deliverable: number; isOwn: boolean }) {
  const t = usePublicationTexts().rights;
  const { data, error, refetch } = api.useQuery('get', '/v2/deliverables/{deliverable}/usage-rights', {
    params: { path: { deliverable } },
  });
  return (
    <Section id={`rights-${deliverable}`} title={t.title}>
      {error && <Failure error={error} onRetry={refetch} />}
      {data?.data.length === 0 && <Note>{t.none}</Note>}
      <Stack component="ol" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
        {data?.data.map((one) => (
          <li key={one.id}>
            <Version right={one} isOwn={isOwn} />
          </li>
        ))}
      </Stack>
    </Section>
  );
}

function Version({ right, isOwn }: { right: UsageRight; isOwn: boolean }) {
  const all = usePublicationTexts();
  const t = all.rights;
  const { day, money } = useFormats();
  const user = useMe();
  const mayManage = useMay('manage');
  const { price, starts_on: from, last_day: until } = right;
  return (
    <Stack gap={4}>
      <Group gap="sm">
        <Strong>{t.version(right.version)}</Strong>
        <StateBadge tone={RIGHT_TONES[right.status]}>{all.statuses[right.status]}</StateBadge>
        {right.is_paid && <StateBadge tone="good">{t.paid}</StateBadge>}
      </Group>
      <Note>{right.channels.map((channel) => all.channels[channel]).join(', ')}</Note>
      <Note>{[right.territory, until === null ? t.noEnd(day(from)) : t.days(day(from), day(until))].join(' · ')}</Note>
      <Note>{price.minor === 0 ? t.included : t.priceOf(money(price.minor, price.currency))}</Note>
      {right.allows_whitelisting && <Note>{t.withWhitelisting}</Note>}
      {right.exclusivity !== '' && <Note>{right.exclusivity}</Note>}
      {isOwn ? <CreatorActions right={right} /> : <StoreActions right={right} />}
      <EarlierEnd
        right={right}
        side={isOwn ? 'creator' : 'store'}
        may={isOwn ? user.id === right.user.id : mayManage}
      />
    </Stack>
  );
}

function CreatorActions({ right }: { right: UsageRight }) {
  const t = usePublicationTexts().rights;
  const user = useMe();
  const [isAsking, ask] = useState(false);
  const params = { path: { usage_right: right.id } };
  const accepting = useApiMutation(
    async () => {
      await client.POST('/v2/usage-rights/{usage_right}/accept', { params });
    },
    { done: t.accepted, onDone: () => ask(false) },
  );
  const declining = useApiMutation(
    async () => {
      await client.POST('/v2/usage-rights/{usage_right}/decline', { params });
    },
    { done: t.declined },
  );
  if (right.status !== 'offered') return null;
  if (user.id !== right.user.id) return <Note>{t.onlyCreator}</Note>;
  return (
    <Group gap="sm">
      <Button size="xs" onClick={() => ask(true)}>
        {t.accept}
      </Button>
      <Button size="xs" variant="default" loading={declining.isPending} onClick={() => declining.mutate()}>
        {t.decline}
      </Button>
      <ConfirmDialog
        title={t.acceptTitle}
        text={t.acceptWords}
        action={t.accept}
        opened={isAsking}
        mutation={accepting}
        onClose={() => ask(false)}
      />
    </Group>
  );
}

function StoreActions({ right }: { right: UsageRight }) {
  const t = usePublicationTexts().rights;
  const { money } = useFormats();
  const mayManage = useMay('manage');
  const mayPay = useMay('finance');
  const [isAsking, ask] = useState(false);
  const params = { path: { usage_right: right.id } };
  const withdrawing = useApiMutation(
    async () => {
      await client.POST('/v2/usage-rights/{usage_right}/withdraw', { params });
    },
    { done: t.withdrawn },
  );
  const paying = useApiMutation(
    async () => {
      await client.POST('/v2/usage-rights/{usage_right}/payment', { params, body: { payment_date: today() } });
    },
    { done: t.paidToast, onDone: () => ask(false) },
  );
  const isPayable =
    mayPay && right.price.minor > 0 && !right.is_paid && (right.status === 'accepted' || right.status === 'replaced');
  return (
    <Group gap="sm">
      {mayManage && right.status === 'offered' && (
        <Button size="xs" variant="default" loading={withdrawing.isPending} onClick={() => withdrawing.mutate()}>
          {t.withdraw}
        </Button>
      )}
      {isPayable && (
        <Button size="xs" variant="default" onClick={() => ask(true)}>
          {t.pay}
        </Button>
      )}
      <ConfirmDialog
        title={t.payTitle}
        text={t.payWords(money(right.price.minor, right.price.currency))}
        action={t.pay}
        opened={isAsking}
        mutation={paying}
        onClose={() => ask(false)}
      />
    </Group>
  );
}
