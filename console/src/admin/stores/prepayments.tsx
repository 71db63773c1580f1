import { Button, Group, Stack, Text } from '@mantine/core';
import type { paths } from '@tributary/client';
import { useRef, useState } from 'react';
import { client } from '../../api.ts';
import { BalanceCard } from '../../components/credit/balance-card.tsx';
import { today } from '../../components/day-range.ts';
import { Dialog } from '../../components/dialog.tsx';
import { useIdempotencyKey } from '../../components/use-idempotency-key.ts';
import type { Amount } from '../../language/amounts.ts';
import { useFormats } from '../../language/formats.ts';
import type { Field } from '../components/fields.ts';
import { RecordForm } from '../components/record-form.tsx';
import { useStoresTexts } from './texts.ts';

type Prepayment = paths['/v2/admin/stores/{store}/prepayments']['post']['requestBody']['content']['application/json'];
type Change = 'record' | 'refund';

/** The prepaid balance of a store. Records payments in advance and repayments. */
export function Prepayments({ store }: { store: number }) {
  return (
    <BalanceCard store={store}>
      {({ balance }) => (
        <Group gap="xs" my="xs">
          <ChangeBalance store={store} balance={balance} change="record" />
          {Number(balance.amount) > 0 && <ChangeBalance store={store} balance={balance} change="refund" />}
        </Group>
      )}
    </BalanceCard>
  );
}

interface ChangeProps {
  store: number;
  balance: Amount;
  change: Change;
}

function ChangeBalance(props: ChangeProps) {
  const t = useStoresTexts().prepayments[props.change];
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button ref={button} size="xs" variant="default" onClick={() => setIsOpen(true)}>
        {t.action}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={t.title} openedBy={button}>
        <ChangeForm {...props} onClose={close} />
      </Dialog>
    </>
  );
}

function ChangeForm({ store, balance, change, onClose }: ChangeProps & { onClose: () => void }) {
  const texts = useStoresTexts().prepayments;
  const t = texts[change];
  const { moneyOf } = useFormats();
  const { currency } = balance;
  const [given] = useState(today());
  const key = useIdempotencyKey();
  const send = (typed: Record<string, unknown>): Promise<unknown> => {
    const params = { path: { store }, header: { 'idempotency-key': key } };
    const body = { day: given, ...typed } as Prepayment;
    return change === 'record'
      ? client.POST('/v2/admin/stores/{store}/prepayments', { params, body })
      : client.POST('/v2/admin/stores/{store}/prepayments/refund', { params, body });
  };
  const fields: Field[] = [
    {
      name: 'amount_minor',
      label: t.amount,
      kind: 'money',
      required: true,
      ...(change === 'refund' ? { hint: texts.atMost(moneyOf(balance.amount, currency)) } : {}),
    },
    { name: 'day', label: t.day, kind: 'date', required: true },
    { name: 'reason', label: t.reason, hint: texts.reasonHint, required: true },
  ];
  return (
    <Stack>
      <Text size="sm">{t.words}</Text>
      <RecordForm
        fields={fields}
        values={{ currency, day: given }}
        name={`prepayment:${store}:${change}`}
        send={send}
        done={t.done}
        onDone={onClose}
        submit={t.action}
        onCancel={onClose}
      />
    </Stack>
  );
}
