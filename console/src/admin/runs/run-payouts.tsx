import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api, client } from '../../api.ts';
import { type Column, DataTable, listed } from '../../components/data-table.tsx';
import { DayField } from '../../components/day-field.tsx';
import { today } from '../../components/day-range.ts';
import { PayoutState } from '../../components/payees/payout-state.tsx';
import { ReasonButton } from '../../components/reason-dialog.tsx';
import { SectionHeader } from '../../components/section-header.tsx';
import { useFormats } from '../../language/formats.ts';
import { PartyLink } from '../invoices/party-link.tsx';
import type { Run, RunPayout } from './run.ts';
import { useRunsTexts } from './texts.ts';

/** The target of links to this section. */
export const PAYOUTS_ID = 'payouts';

/** The payouts of a run with their outcome. */
export function RunPayouts({ run: { id } }: { run: Run }) {
  const t = useRunsTexts().list;
  const [page, setPage] = useState(1);
  const params = { path: { payout_run: id }, query: { page, size: 50 } };
  const payouts = api.useList('get', '/v2/payout-runs/{payout_run}/payouts', { params });
  return (
    <section id={PAYOUTS_ID}>
      <SectionHeader title={t.title} />
      <DataTable
        label={t.title}
        columns={useColumns()}
        {...listed(payouts)}
        keyOf={({ id: payout }) => payout}
        empty={t.empty}
        page={page}
        onPage={setPage}
      />
    </section>
  );
}

function useColumns(): Column<RunPayout>[] {
  const t = useRunsTexts().list;
  const { moneyOf } = useFormats();
  return [
    {
      key: 'payee',
      label: t.payee,
      value: ({ payee_name: name }) => name,
      cell: ({ kind, payee_id: id, payee_name: name }) => <PartyLink kind={kind} id={id} name={name} />,
    },
    {
      key: 'amount',
      label: t.amount,
      numeric: true,
      value: ({ amount }) => amount,
      cell: ({ amount }) => moneyOf(amount.amount, amount.currency),
    },
    { key: 'state', label: t.state, wideOnly: true, cell: (payout) => <PayoutState payout={payout} /> },
    {
      key: 'account',
      label: t.account,
      wideOnly: true,
      value: ({ account }) => account,
      cell: ({ account, is_shared: isShared }) => (
        <Stack gap={0}>
          <Text size="sm">{account}</Text>
          {isShared && (
            <Text size="xs" className="is-worse">
              {t.shared}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      key: 'reference',
      label: t.reference,
      wideOnly: true,
      value: ({ end_to_end_id: id }) => id,
      cell: ({ end_to_end_id: id }) => <span style={{ overflowWrap: 'anywhere' }}>{id}</span>,
    },
    {
      key: 'action',
      label: t.action,
      wideOnly: true,
      cell: (payout) => payout.status === 'paid' && <TakeBack payout={payout} />,
    },
  ];
}

/** Marks a paid payout as returned. */
function TakeBack({ payout: { id, payee_name: name } }: { payout: RunPayout }) {
  const t = useRunsTexts().list;
  return (
    <ReasonButton
      button={{ size: 'compact-sm', variant: 'default', 'aria-label': t.takeBackLabel(name) }}
      title={t.takeBackTitle(name)}
      text={t.takeBackWords}
      label={t.returnReason}
      hint={t.returnHint}
      isHarmful
      action={t.takeBack}
      values={{ returned_on: today() }}
      fields={({ value }) => <DayField label={t.returnedOn} required max={today()} {...value('returned_on')} />}
      send={(body) => client.POST('/v2/payouts/{payout}/return', { params: { path: { payout: id } }, body })}
      done={t.tookBack}
    />
  );
}
