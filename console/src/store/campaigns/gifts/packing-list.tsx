import { Button, Card, Group, Stack, TextInput } from '@mantine/core';
import type { paths } from '@tributary/client';
import { useState } from 'react';
import { api, client, KEEP_PREVIOUS } from '../../../api.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { ExportMenu } from '../../../components/export-menu.tsx';
import { Form } from '../../../components/form.tsx';
import { Note, Strong } from '../../../components/note.tsx';
import { useMay } from '../../../components/role-limit.tsx';
import { useApiMutation } from '../../../components/use-api-mutation.ts';
import { useForm } from '../../../components/use-form.ts';
import { useMe } from '../../../session/use-me.ts';
import { useGiftTexts } from './texts.ts';

type Line = Exclude<
  paths['/v2/offers/{offer}/packing-list']['get']['responses']['200']['content']['application/json'],
  string
>['data'][number];

/** Lines on a page. */
const SIZE = 100;

/** Who receives the products of a campaign, and where, for members of the store. Addresses are read when the list is opened. */
export function PackingList({ store, offer }: { store: number; offer: number }) {
  const t = useGiftTexts();
  const [isOpen, setIsOpen] = useState(false);
  const isMember = useMe().stores.some(({ id }) => id === store);
  if (!isMember) return null;
  return (
    <Card p="md" component="section" aria-label={t.packing}>
      <Group justify="space-between" gap="sm" mb="sm">
        <div>
          <Strong>{t.packing}</Strong>
          <Note size="xs">{t.packingHint}</Note>
        </div>
        <Group gap="xs">
          {!isOpen && (
            <Button size="xs" variant="default" onClick={() => setIsOpen(true)}>
              {t.open}
            </Button>
          )}
          <ExportMenu
            formats={['csv', 'xlsx', 'pdf']}
            urlOf={(format) => `/v2/offers/${offer}/packing-list?format=${format}`}
          />
        </Group>
      </Group>
      {isOpen && <Lines offer={offer} />}
    </Card>
  );
}

function Lines({ offer }: { offer: number }) {
  const t = useGiftTexts();
  const mayChange = useMay('manage');
  const [entered, setEntered] = useState<Line | null>(null);
  const [page, setPage] = useState(1);
  const query = api.useQuery(
    'get',
    '/v2/offers/{offer}/packing-list',
    { params: { path: { offer }, query: { page, size: SIZE } } },
    KEEP_PREVIOUS,
  );
  const read = typeof query.data === 'object' ? query.data : undefined;
  const order = useApiMutation(
    (id: number) =>
      client.POST('/v2/offers/{offer}/gift-orders', {
        params: { path: { offer } },
        body: { participant_ids: [id] },
      }),
    { done: t.ordered },
  );
  const columns: Column<Line>[] = [
    { key: 'creator', label: t.creator, cell: ({ creator }) => creator, value: ({ creator }) => creator },
    { key: 'products', label: t.products, cell: productsOf, value: productsOf },
    {
      key: 'address',
      label: t.address,
      wideOnly: true,
      cell: (line) => addressOf(line) ?? t.noAddress,
      value: (line) => addressOf(line) ?? '',
    },
    { key: 'parcel', label: t.number, wideOnly: true, cell: ({ parcel }) => parcel, value: ({ parcel }) => parcel },
    {
      key: 'actions',
      label: t.actions,
      wideOnly: true,
      cell: (line) =>
        mayChange && (
          <Group gap="xs">
            <Button
              size="compact-xs"
              variant="light"
              aria-label={t.enterFor(line.creator)}
              onClick={() => setEntered(line)}
            >
              {t.enter}
            </Button>
            {line.status === 'accepted' && line.delivery !== null && line.products.length > 0 && (
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={t.orderFor(line.creator)}
                onClick={() => order.mutate(line.participant_id)}
              >
                {t.order}
              </Button>
            )}
          </Group>
        ),
    },
  ];
  return (
    <Stack gap="md">
      <DataTable
        label={t.packing}
        columns={columns}
        rows={read?.data}
        error={query.error}
        onRetry={query.refetch}
        page={page}
        pages={read?.meta.last_page}
        total={read?.meta.total}
        onPage={setPage}
        isStale={query.isPlaceholderData}
        keyOf={(line) => line.participant_id}
        empty={{ title: t.empty }}
      />
      {entered !== null && (
        <ParcelForm
          key={entered.participant_id}
          offer={offer}
          line={entered}
          onClose={() => {
            setEntered(null);
            void query.refetch();
          }}
        />
      )}
    </Stack>
  );
}

const productsOf = ({ products }: Line) =>
  products.map(({ title, options }) => (options === '' ? title : `${title} (${options})`)).join(', ');

function addressOf({ delivery }: Line): string | null {
  if (delivery === null) return null;
  const { recipient, street, postal_code: code, city, country, size, colour } = delivery;
  return [recipient, street, `${code} ${city}`, country, size, colour].filter((text) => text !== '').join(', ');
}

function ParcelForm({ offer, line, onClose }: { offer: number; line: Line; onClose: () => void }) {
  const t = useGiftTexts();
  const form = useForm(
    { carrier: '', number: line.parcel, tracking_url: '' },
    {
      send: ({ carrier, number, tracking_url: url }) =>
        client.POST('/v2/offers/{offer}/parcels', {
          params: { path: { offer } },
          body: {
            parcels: [
              {
                participant_id: line.participant_id,
                carrier: carrier.trim(),
                number: number.trim(),
                ...(url.trim() !== '' && { tracking_url: url.trim() }),
              },
            ],
          },
        }),
      done: t.recorded,
      onDone: onClose,
    },
  );
  return (
    <Form of={form} action={t.enter} onCancel={onClose} label={t.enterFor(line.creator)}>
      <TextInput label={t.carrier} required maxLength={60} {...form.text('carrier', 'parcels.0.carrier')} />
      <TextInput label={t.number} required maxLength={60} {...form.text('number', 'parcels.0.number')} />
      <TextInput
        label={t.trackingUrl}
        type="url"
        maxLength={500}
        placeholder="https://"
        {...form.text('tracking_url', 'parcels.0.tracking_url')}
      />
    </Form>
  );
}
