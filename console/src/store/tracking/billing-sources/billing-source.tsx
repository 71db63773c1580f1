import { Button, Checkbox, Code, Group, List, NativeSelect, PasswordInput, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { paths } from '@tributary/client';
import { api, client } from '../../../api.ts';
import { CopyText } from '../../../components/copy-text.tsx';
import { ConfirmDialog } from '../../../components/dialog.tsx';
import { Failure } from '../../../components/failure.tsx';
import { Form } from '../../../components/form.tsx';
import { Note } from '../../../components/note.tsx';
import { SectionCard } from '../../../components/section-card.tsx';
import { useApiMutation } from '../../../components/use-api-mutation.ts';
import { useForm } from '../../../components/use-form.ts';
import { useFormats } from '../../../language/formats.ts';
import { useBillingTexts } from './texts.ts';

type Source =
  paths['/v2/stores/{store}/billing-sources']['get']['responses']['200']['content']['application/json']['data'][number];

const SOURCE = '/v2/stores/{store}/billing-sources/{billing_source}';
const MIN_SECRET = 16;

/** The billing system that reports the subscriptions of a store: how to connect it, and its latest event. */
export default function BillingSource({ store }: { store: number }) {
  const t = useBillingTexts();
  const [isEditing, editing] = useDisclosure(false);
  const { data, error, refetch } = api.useQuery('get', '/v2/stores/{store}/billing-sources', {
    params: { path: { store } },
  });
  const source = data?.data.find((one) => one.source === 'stripe');
  const isConnected = source !== undefined && source.connected_at !== null;
  return (
    <SectionCard id="billing-source" title={t.title} hint={t.hint}>
      {error && <Failure error={error} onRetry={refetch} />}
      {data === undefined && !error && <Skeleton h={60} />}
      {source && (
        <Stack gap="md">
          {isConnected && <State source={source} />}
          {isEditing && <SourceForm store={store} source={source} onDone={editing.close} />}
          {!isEditing && (
            <Group gap="xs">
              <Button size="xs" variant="default" onClick={editing.open}>
                {isConnected ? t.edit : t.connect}
              </Button>
              {isConnected && <Remove store={store} />}
            </Group>
          )}
        </Stack>
      )}
    </SectionCard>
  );
}

function State({ source }: { source: Source }) {
  const t = useBillingTexts();
  const { relative, time } = useFormats();
  const { last_event: event, last_refusal: refusal, previous_secret_until: until } = source;
  return (
    <Stack gap={4} role="status" data-billing-source={event === null ? 'waiting' : 'received'}>
      <Text size="sm">{event === null ? t.waiting : t.latest(event.kind, relative(event.at))}</Text>
      {refusal !== null && (
        <Text size="sm">{t.refused(t.reasons[refusal.reason] ?? refusal.reason, relative(refusal.at))}</Text>
      )}
      {until !== null && <Note>{t.overlap(time(until))}</Note>}
    </Stack>
  );
}

/** What to enter in Stripe, from which the secret comes. */
function AtStripe({ source: { endpoint: address, events } }: { source: Source }) {
  const t = useBillingTexts();
  return (
    <Stack gap="xs">
      <Text size="sm">{t.first}</Text>
      <Note>{t.address}</Note>
      <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {address}
      </Code>
      <Group>
        <CopyText text={address} of={t.address} />
      </Group>
      <Note>{t.events}</Note>
      <List size="sm">
        {events.map((name) => (
          <List.Item key={name}>
            <code>{name}</code>
          </List.Item>
        ))}
      </List>
      <Note>{t.click}</Note>
    </Stack>
  );
}

function SourceForm({ store, source, onDone }: { store: number; source: Source; onDone: () => void }) {
  const t = useBillingTexts();
  const { data: kinds } = api.useQuery('get', '/v2/stores/{store}/event-kinds', { params: { path: { store } } });
  const choices = [
    { value: '', label: t.noKind },
    ...(kinds?.data ?? [])
      .filter((kind) => kind.archived_at === null)
      .map(({ code, name }) => ({ value: code, label: name })),
  ];
  const isConnected = source.connected_at !== null;
  const initial = { secret: '', leaked: false, trial: source.trial_kind ?? '', start: source.start_kind ?? '' };
  // Without a name, the secret is kept in no draft.
  const form = useForm(initial, {
    check: ({ secret }) =>
      secret.trim().length >= MIN_SECRET || (secret.trim() === '' && isConnected) ? {} : { secret: t.secretWrong },
    send: ({ secret, leaked, trial, start }) =>
      client.PUT(SOURCE, {
        params: { path: { store, billing_source: 'stripe' } },
        body: {
          ...(secret.trim() === '' ? {} : { secret: secret.trim() }),
          ...(leaked ? { overlap_hours: 0 } : {}),
          trial_kind: trial || null,
          start_kind: start || null,
        },
      }),
    done: t.saved,
    onDone,
  });
  return (
    <Stack gap="md">
      <AtStripe source={source} />
      <Form of={form} label={t.title} action={t.save} onCancel={onDone}>
        <PasswordInput
          label={t.secret}
          description={isConnected ? t.secretKept : t.secretHint}
          autoComplete="off"
          {...form.text('secret')}
        />
        {isConnected && form.draft.secret !== '' && (
          <Checkbox label={t.leaked} description={t.leakedHint} {...form.flag('leaked')} />
        )}
        <NativeSelect label={t.trial} description={t.kindHint} data={choices} {...form.text('trial', 'trial_kind')} />
        <NativeSelect label={t.start} data={choices} {...form.text('start', 'start_kind')} />
      </Form>
    </Stack>
  );
}

function Remove({ store }: { store: number }) {
  const t = useBillingTexts();
  const [isAsking, asking] = useDisclosure(false);
  const removal = useApiMutation(
    () => client.DELETE(SOURCE, { params: { path: { store, billing_source: 'stripe' } } }),
    {
      done: t.removed,
      onDone: asking.close,
    },
  );
  return (
    <>
      <Button size="xs" variant="subtle" color="red" onClick={asking.open}>
        {t.remove}
      </Button>
      <ConfirmDialog
        title={t.removeTitle}
        text={t.removeText}
        action={t.remove}
        keep={t.cancel}
        opened={isAsking}
        mutation={removal}
        onClose={asking.close}
      />
    </>
  );
}
