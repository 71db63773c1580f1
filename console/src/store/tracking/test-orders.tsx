import { Alert, Button, Card, Group, Stack, Text } from '@mantine/core';
import { api, client } from '../../api.ts';
import { Note } from '../../components/note.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useFormats } from '../../language/formats.ts';
import { useTrackingTexts } from './texts.ts';

const PREFIX = 'TEST-';

/** Sends a test order and denies it afterwards. */
export function TestOrders({ store }: { store: number }) {
  const t = useTrackingTexts().test;
  const { relative } = useFormats();
  const path = { store };
  const waiting = api.useQuery('get', '/v2/stores/{store}/orders', {
    params: { path, query: { q: PREFIX, statuses: ['pending'], attributed: false, size: 5 } },
  });
  const send = useApiMutation(
    async () => {
      const body = { order_id: `${PREFIX}${Date.now().toString(36).toUpperCase()}`, order_value: '1.00' };
      return (await client.POST('/v2/stores/{store}/orders', { params: { path }, body })).data!;
    },
    { done: ({ order_id: number }) => t.sent(number) },
  );
  const deny = useApiMutation(
    async (order: number) =>
      (
        await client.PATCH('/v2/stores/{store}/orders/{order}', {
          params: { path: { store, order } },
          body: { status: 'denied' },
        })
      ).data!,
    { done: ({ order_id: number }) => t.denied(number) },
  );
  // The response is a page, since no file format is requested.
  const page = typeof waiting.data === 'string' ? undefined : waiting.data;
  const orders = (page?.data ?? []).filter(({ order_id: number }) => number.startsWith(PREFIX));
  return (
    <Card>
      <SectionTitle mb={4}>{t.title}</SectionTitle>
      <Note mb="md">{t.hint}</Note>
      {(send.failure ?? deny.failure) && (
        <Alert color="red" variant="light" role="alert" mb="sm">
          {send.failure ?? deny.failure}
        </Alert>
      )}
      <Button variant="light" loading={send.isPending} onClick={() => send.mutate()}>
        {t.send}
      </Button>
      {orders.length > 0 && (
        <Stack gap="xs" mt="md" component="ul" aria-label={t.list} p={0} m={0} style={{ listStyle: 'none' }}>
          {orders.map(({ id, order_id: number, created_at: at }) => (
            <Group key={id} component="li" justify="space-between" wrap="nowrap">
              <Text size="sm">
                {number}{' '}
                <Text span size="xs" c="dimmed">
                  {relative(at)}
                </Text>
              </Text>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={t.denyLabel(number)}
                loading={deny.isPending && deny.variables === id}
                onClick={() => deny.mutate(id)}
              >
                {t.deny}
              </Button>
            </Group>
          ))}
        </Stack>
      )}
    </Card>
  );
}
