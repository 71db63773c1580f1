import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { api, client } from '../../../api.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { Failure } from '../../../components/failure.tsx';
import { Note } from '../../../components/note.tsx';
import { useProgrammeWords } from '../../../components/rates/programme-words.ts';
import { ReasonButton } from '../../../components/reason-dialog.tsx';
import { SectionCard } from '../../../components/section-card.tsx';
import { SectionTitle } from '../../../components/section-title.tsx';
import { useFormats } from '../../../language/formats.ts';
import type { Binding } from './programme.ts';
import { ProgrammeForm } from './programme-form.tsx';
import { useCustomerTexts } from './texts.ts';

/** What a store pays for repeated orders of customers, and who is bound to whom. */
export default function Customers({ store }: { store: number }) {
  const t = useCustomerTexts();
  const wordsOf = useProgrammeWords();
  const [isEditing, { open, close }] = useDisclosure(false);
  const params = { path: { store } };
  const { data, error, refetch } = api.useQuery('get', '/v2/stores/{store}/customer-programme', { params });
  const reread = async () => (await refetch({ throwOnError: true })).data!;
  return (
    <SectionCard id="customers" title={t.title} hint={t.hint}>
      {error && <Failure error={error} onRetry={refetch} />}
      {data === undefined && !error && <Skeleton h={60} />}
      {data && !isEditing && (
        <Stack gap="xs">
          <Text size="sm">{data.steps.length === 0 ? t.none : wordsOf(data.steps)}</Text>
          {data.steps.length > 0 && data.pays_first_order && <Note>{t.first_yes}</Note>}
          <Note>{t.change}</Note>
          <Button size="xs" variant="default" w="fit-content" onClick={open}>
            {t.edit}
          </Button>
        </Stack>
      )}
      {data && isEditing && <ProgrammeForm store={store} programme={data} reread={reread} onDone={close} />}
      {data && data.version !== null && <BoundCustomers store={store} />}
    </SectionCard>
  );
}

function BoundCustomers({ store }: { store: number }) {
  const { bound: t } = useCustomerTexts();
  const { day } = useFormats();
  const { data, error, refetch } = api.useQuery('get', '/v2/stores/{store}/customer-bindings', {
    params: { path: { store }, query: { size: 50 } },
  });
  const untilOf = ({ ended_reason: reason, ended_at: endedAt, ends_at: endsAt }: Binding) => {
    if (reason !== null) return t.ended[reason](endedAt === null ? '' : day(endedAt));
    return endsAt === null ? t.endless : day(endsAt);
  };
  const columns: Column<Binding>[] = [
    { key: 'customer', label: t.customer, value: ({ customer }) => customer, cell: ({ customer }) => customer },
    { key: 'creator', label: t.creator, value: ({ user }) => user.public_name, cell: ({ user }) => user.public_name },
    {
      key: 'since',
      label: t.since,
      wideOnly: true,
      value: ({ begins_at: at }) => at,
      cell: ({ begins_at: at }) => day(at),
    },
    { key: 'until', label: t.until, value: untilOf, cell: untilOf },
    {
      key: 'orders',
      label: t.orders,
      numeric: true,
      wideOnly: true,
      value: ({ orders }) => orders,
      cell: ({ orders }) => orders,
    },
    {
      key: 'actions',
      label: t.actions,
      numeric: true,
      cell: ({ id, customer, active }) =>
        active && (
          <ReasonButton
            button={{ size: 'compact-sm', variant: 'subtle', 'aria-label': t.endTitle(customer) }}
            title={t.endTitle(customer)}
            text={t.endText}
            action={t.end}
            isHarmful
            send={({ reason }) =>
              client.POST('/v2/stores/{store}/customer-bindings/{customer_binding}/end', {
                params: { path: { store, customer_binding: id } },
                body: { reason },
              })
            }
            done={t.done}
          />
        ),
    },
  ];
  return (
    <>
      <SectionTitle order={3} mt="lg" mb="xs">
        {t.title}
      </SectionTitle>
      <Note mb="xs">{t.hint}</Note>
      <DataTable
        label={t.title}
        columns={columns}
        rows={data?.data}
        keyOf={({ id }) => id}
        error={error}
        onRetry={refetch}
        empty={t.empty}
      />
    </>
  );
}
