import { Anchor, Badge, Box, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClock, IconDownload } from '@tabler/icons-react';
import type { paths } from '@tributary/client';
import { useFormats } from '../../language/formats.ts';
import { AmountLink } from '../amount-link.tsx';
import type { Column, ListQuery } from '../data-table.tsx';
import { today } from '../day-range.ts';
import { linesOf } from '../explanation/places.ts';
import { FilteredList } from '../filtered-list.tsx';
import { useInvoiceTexts } from './texts.ts';

type StorePage = paths['/v2/stores/{store}/invoices']['get']['responses']['200']['content']['application/json'];
type StoreInvoice = StorePage['data'][number];
/** Statements of agencies have no credit notes. */
type OnlyOfStores = 'open' | 'credited' | 'credits';
type ListedInvoice = Omit<StoreInvoice, OnlyOfStores> & Partial<Pick<StoreInvoice, OnlyOfStores>>;

/** The last two are e-invoices. */
const FORMATS = ['pdf', 'excel', 'ubl', 'factur-x'] as const;

interface InvoiceTableProps {
  label: string;
  query: ListQuery<ListedInvoice>;
  empty: { title: string; hint?: string };
  /** Returns the URL of the invoice file in a format. */
  fileOf: (invoice: ListedInvoice, format: (typeof FORMATS)[number]) => string;
  /** Whether the reader receives the payment. The reader is then not responsible for a delay. */
  isToReader?: boolean;
  page: number;
  sort: string | undefined;
  /** Whether the table is not at the top of its page. */
  isEmbedded?: boolean;
}

/** Table of invoices with status, amounts and downloads. */
export function InvoiceTable(props: InvoiceTableProps) {
  const { fileOf, isToReader = false, ...list } = props;
  const t = useInvoiceTexts();
  const { month, day, moneyOf } = useFormats();
  const columns: Column<ListedInvoice>[] = [
    {
      key: 'number',
      sortable: true,
      label: t.columns.number,
      value: ({ number }) => number,
      cell: (one) => (
        <Stack gap={0} align="flex-start">
          <Text size="sm" fw={600} style={{ whiteSpace: 'nowrap' }}>
            {one.number}
          </Text>
          <Text size="xs" c="dimmed">
            {month(one.month)}
          </Text>
          {one.credits && (
            <Text size="xs" c="dimmed">
              {t.credits(one.credits.number)}
            </Text>
          )}
          <Box hiddenFrom="sm" mt={4}>
            <InvoiceState invoice={one} isToReader={isToReader} />
          </Box>
        </Stack>
      ),
    },
    {
      key: 'state',
      label: t.columns.state,
      wideOnly: true,
      isInFirst: true,
      value: ({ paid_at: at }) => at,
      cell: (one) => <InvoiceState invoice={one} isToReader={isToReader} />,
    },
    {
      key: 'payment_date',
      sortable: true,
      latestFirst: true,
      label: isToReader ? t.columns.payOut : t.columns.due,
      wideOnly: true,
      value: (one) => one.payment_date,
      cell: (one) => day(one.payment_date),
    },
    {
      key: 'net',
      sortable: true,
      label: t.columns.net,
      numeric: true,
      wideOnly: true,
      value: ({ net }) => net,
      cell: (one) => (
        <AmountLink to={linesOf(one.id)} of={t.of(one.number)}>
          {moneyOf(one.net.amount, one.currency)}
        </AmountLink>
      ),
    },
    {
      key: 'total',
      sortable: true,
      label: t.columns.total,
      numeric: true,
      value: ({ total }) => total,
      cell: (one) => (
        <Text size="sm" fw={600} component="span">
          <AmountLink to={linesOf(one.id)} of={t.of(one.number)}>
            {moneyOf(one.total.amount, one.currency)}
          </AmountLink>
          {one.open && one.paid_at === null && one.open.amount !== one.total.amount && (
            <Text size="xs" c="dimmed">
              {t.open(moneyOf(one.open.amount, one.currency))}
            </Text>
          )}
        </Text>
      ),
    },
    {
      key: 'files',
      isFixed: true,
      label: t.columns.files,
      numeric: true,
      cell: (one) => (
        <Group gap="sm" justify="flex-end">
          {(one.e_invoice ? FORMATS : FORMATS.slice(0, 2)).map((format) => (
            <Anchor
              key={format}
              size="sm"
              href={fileOf(one, format)}
              download
              style={{ whiteSpace: 'nowrap' }}
              aria-label={t.download(t[format], one.number)}
            >
              <IconDownload size={14} aria-hidden style={{ verticalAlign: '-2px' }} /> {t[format]}
            </Anchor>
          ))}
        </Group>
      ),
    },
  ];
  return (
    <FilteredList
      {...list}
      name={isToReader ? 'statements' : 'store-invoices'}
      columns={columns}
      keyOf={({ id }) => id}
    />
  );
}

/** Payment status of an invoice from the reader's point of view. */
function InvoiceState({ invoice, isToReader }: { invoice: ListedInvoice; isToReader: boolean }) {
  const t = useInvoiceTexts().state;
  const { shortDay } = useFormats();
  const { paid_at: paidAt, payment_date: due } = invoice;
  const words = isToReader ? t.toReader : t.byReader;
  const [color, Icon, said] =
    paidAt !== null
      ? (['teal', IconCheck, words.paid(shortDay(paidAt))] as const)
      : due < today()
        ? ([isToReader ? 'yellow' : 'red', IconAlertTriangle, words.late(shortDay(due))] as const)
        : (['gray', IconClock, words.open] as const);
  return (
    <Badge
      variant="default"
      tt="none"
      fw={600}
      leftSection={<Icon size={13} aria-hidden color={`var(--mantine-color-${color}-6)`} />}
    >
      {said}
    </Badge>
  );
}
