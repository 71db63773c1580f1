import { Button, Divider, Group, Image, Skeleton, Stack, Text } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import type { paths } from '@tributary/client';
import { useState } from 'react';
import { api } from '../../api.ts';
import { AmountLink } from '../../components/amount-link.tsx';
import { CopyText } from '../../components/copy-text.tsx';
import { linesOf } from '../../components/explanation/places.ts';
import { Fact } from '../../components/fact.tsx';
import { Failure } from '../../components/failure.tsx';
import { Note, Strong } from '../../components/note.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { useFormats } from '../../language/formats.ts';
import { PayInvoice, useCanPay } from './pay-invoice.tsx';
import { useInvoicesTexts } from './texts.ts';

type Unpaid = paths['/v2/stores/{store}/unpaid-invoices']['get']['responses']['200']['content']['application/json'];
type UnpaidInvoice = Unpaid['data'][number];

const QR_PX = 192;

/** What a store has to pay, with all that a bank transfer needs. */
export function UnpaidInvoices({ store }: { store: number }) {
  const t = useInvoicesTexts().unpaid;
  const { data, error, refetch } = api.useQuery('get', '/v2/stores/{store}/unpaid-invoices', {
    params: { path: { store } },
  });
  return (
    <SectionCard id="unpaid" title={t.title}>
      {error && <Failure error={error} onRetry={refetch} />}
      {!error && data === undefined && <Skeleton h={120} />}
      {data?.data.length === 0 && <Text size="sm">{t.none}</Text>}
      {data && data.data.length > 0 && (
        <Stack gap="md">
          <Sums unpaid={data} />
          <Divider />
          <PayTo payTo={data.pay_to} />
          <Stack component="ul" aria-label={t.list} gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
            {data.data.map((invoice) => (
              <li key={invoice.id}>
                <Divider mb="md" />
                <Invoice store={store} invoice={invoice} />
              </li>
            ))}
          </Stack>
        </Stack>
      )}
    </SectionCard>
  );
}

function Sums({ unpaid: { overdue, due } }: { unpaid: Unpaid }) {
  const t = useInvoicesTexts().unpaid;
  const { money } = useFormats();
  return (
    <Group component="dl" gap="xl" m={0}>
      {overdue.minor > 0 && <Fact label={t.overdue}>{money(overdue.minor, overdue.currency)}</Fact>}
      {due.minor > 0 && <Fact label={t.due}>{money(due.minor, due.currency)}</Fact>}
    </Group>
  );
}

/** An IBAN in groups of four characters, as banks print it. */
const grouped = (iban: string) => iban.replaceAll(/.{4}(?=.)/g, '$& ');

function PayTo({ payTo: { name, account, iban, bic } }: { payTo: Unpaid['pay_to'] }) {
  const t = useInvoicesTexts().unpaid;
  if (account === null) return <Text size="sm">{t.noAccount}</Text>;
  const isOtherAccount = iban === null || !account.replaceAll(/\s/g, '').includes(iban);
  const facts: { label: string; shown: string; copied: string }[] = [{ label: t.payee, shown: name, copied: name }];
  if (isOtherAccount) facts.push({ label: t.account, shown: account, copied: account });
  if (iban !== null) facts.push({ label: 'IBAN', shown: grouped(iban), copied: iban });
  if (bic !== null) facts.push({ label: 'BIC', shown: bic, copied: bic });
  return (
    <Group component="dl" gap="xl" m={0} align="flex-start">
      {facts.map(({ label, shown, copied }) => (
        <Fact key={label} label={label}>
          <Group component="span" gap="xs">
            {shown}
            <CopyText text={copied} of={label} />
          </Group>
        </Fact>
      ))}
    </Group>
  );
}

function Invoice({ store, invoice }: { store: number; invoice: UnpaidInvoice }) {
  const t = useInvoicesTexts().unpaid;
  const { money, month, day } = useFormats();
  const canPay = useCanPay(store);
  const [isCodeShown, setIsCodeShown] = useState(false);
  const { id, number, open, payment_date: due, is_overdue: isOverdue } = invoice;
  return (
    <Stack gap="xs">
      <Group justify="space-between" align="flex-start">
        <div>
          <Group gap="xs">
            <Strong>{month(invoice.month)}</Strong>
            <StateBadge tone={isOverdue ? 'bad' : 'neutral'}>
              {isOverdue ? t.overdueSince(day(due)) : t.dueOn(day(due))}
            </StateBadge>
          </Group>
          <Group gap="xs" mt={4}>
            <Text size="sm">
              {t.reference} <strong>{number}</strong>
            </Text>
            <CopyText text={number} of={t.referenceOf(number)} />
          </Group>
        </div>
        <Strong size="lg">
          <AmountLink to={linesOf(id)} of={t.of(number)}>
            {money(open.minor, open.currency)}
          </AmountLink>
        </Strong>
      </Group>
      <Group gap="sm">
        {canPay && <PayInvoice store={store} id={id} number={number} />}
        {invoice.has_payment_code && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconQrcode size={14} aria-hidden />}
            aria-expanded={isCodeShown}
            aria-label={t.codeOf(number)}
            onClick={() => setIsCodeShown(!isCodeShown)}
          >
            {t.code}
          </Button>
        )}
      </Group>
      {isCodeShown && <PaymentCode store={store} invoice={id} number={number} />}
    </Stack>
  );
}

/** The QR code that a banking app fills in the transfer from. */
function PaymentCode({ store, invoice, number }: { store: number; invoice: number; number: string }) {
  const t = useInvoicesTexts().unpaid;
  const { data, error, refetch } = api.useQuery('get', '/v2/stores/{store}/invoices/{invoice}/payment-code', {
    params: { path: { store, invoice } },
    parseAs: 'text',
  });
  if (error) return <Failure error={error} onRetry={refetch} />;
  return (
    <div>
      {data === undefined ? (
        <Skeleton w={QR_PX} h={QR_PX} />
      ) : (
        <Image
          w={QR_PX}
          h={QR_PX}
          radius="sm"
          bg="white"
          alt={t.codeOf(number)}
          src={`data:image/svg+xml,${encodeURIComponent(String(data))}`}
        />
      )}
      <Note mt={4}>{t.codeHint}</Note>
    </div>
  );
}
