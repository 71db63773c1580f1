import { Alert, Anchor, Badge, Button, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconCheck, IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { paths } from '@tributary/client';
import { client } from '../../api.ts';
import { Failure } from '../../components/failure.tsx';
import { useMay } from '../../components/role-limit.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useFormats } from '../../language/formats.ts';
import { useBilling } from './billing-card.tsx';
import { useInvoicesTexts } from './texts.ts';

type Details = paths['/advertiser/payment-details']['post']['responses']['200']['content']['application/json'];

/** The payment method of a store, with its setup. */
export function PaymentSetupCard({ store }: { store: number }) {
  const mayPay = useMay('finance');
  return mayPay ? <SetupCard store={store} /> : null;
}

function SetupCard({ store }: { store: number }) {
  const t = useInvoicesTexts().setup;
  const { data, error, refetch } = useQuery({
    queryKey: ['payment-details', store],
    queryFn: async () => (await client.POST('/advertiser/payment-details', { body: { store_id: store } })).data!,
  });
  const billing = useBilling(store);
  if (error) return <Failure error={error} onRetry={refetch} />;
  if (billing.error) return <Failure error={billing.error} onRetry={billing.refetch} />;
  const isAddressed = billing.data?.is_complete;
  return (
    <Card>
      {data === undefined || isAddressed === undefined ? (
        <Skeleton h={220} />
      ) : (
        <Stack gap="sm">
          <Group justify="space-between">
            <Title order={2} size="h4">
              {t.title}
            </Title>
            <SetupBadge details={data} isAddressed={isAddressed} />
          </Group>
          <SetupInWords details={data} />
          <SetUp store={store} details={data} />
          {!isAddressed && <Text size="sm">{t.addressHint}</Text>}
        </Stack>
      )}
    </Card>
  );
}

const isReady = ({ provider, payment_setup_id: id }: Details) => provider === 'manual' || id !== null;

function SetupBadge({ details, isAddressed }: { details: Details; isAddressed: boolean }) {
  const t = useInvoicesTexts().setup;
  const isDone = isReady(details) && isAddressed;
  return (
    <Badge variant="default" tt="none" leftSection={isDone ? <IconCheck size={13} aria-hidden /> : undefined}>
      {isDone ? t.done : isReady(details) ? t.noAddress : t.notDone}
    </Badge>
  );
}

function SetupInWords({ details }: { details: Details }) {
  const t = useInvoicesTexts().setup;
  const { day } = useFormats();
  const { provider, payment_setup_id: id, payment_method: method, set_at: setAt } = details;
  const since = setAt === null ? '' : ` ${t.since(day(setAt))}`;
  if (method !== null)
    return (
      <Text size="sm">
        {t.method(method.brand ?? method.type, method.last4 ?? '')}
        {since}
      </Text>
    );
  if (provider === 'manual')
    return (
      <Text size="sm">
        {t.byInvoice} {id !== null && `${t.noted(id)}${since}.`}
      </Text>
    );
  return <Text size="sm">{id === null ? t.missing : `${t.noted(id)}${since}`}</Text>;
}

function SetUp({ store, details }: { store: number; details: Details }) {
  const t = useInvoicesTexts().setup;
  const open = useApiMutation(
    async () =>
      (await client.GET('/advertiser/{id}/payment-provider/session', { params: { path: { id: store } } })).data!,
  );
  const refresh = useApiMutation(
    async () => (await client.PUT('/v2/stores/{store}/payment', { params: { path: { store } } })).data!,
    { done: t.checked },
  );
  if (details.provider === 'manual') return null;
  return (
    <Stack gap="sm" align="flex-start">
      {(open.failure ?? refresh.failure) && (
        <Alert color="red" variant="light" role="alert">
          {open.failure ?? refresh.failure}
        </Alert>
      )}
      {open.data?.instructions && (
        <Alert variant="light" title={t.instructions}>
          {open.data.instructions}
        </Alert>
      )}
      <Group>
        {open.data?.url ? (
          <Anchor href={open.data.url} target="_blank" rel="noreferrer">
            {t.goThere} <IconExternalLink size={14} aria-hidden />
          </Anchor>
        ) : (
          <Button size="xs" loading={open.isPending} onClick={() => open.mutate()}>
            {isReady(details) ? t.change : t.open}
          </Button>
        )}
        {open.data && (
          <Button size="xs" variant="default" loading={refresh.isPending} onClick={() => refresh.mutate()}>
            {t.refresh}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
