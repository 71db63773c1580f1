import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { client } from '../../api.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { today } from '../../components/day-range.ts';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useFormats } from '../../language/formats.ts';
import { useMe } from '../../session/use-me.ts';
import { awaitsApproval, BANK_FORMATS, type Run } from './run.ts';
import { useRunsTexts } from './texts.ts';

const SETTLED = ['paid', 'returned', 'rejected'];

/** The actions on a run in its status that this administrator may perform. */
export function RunActions({ run }: { run: Run }) {
  const me = useMe();
  const { status, states } = run;
  const isOwn = run.created.by === me.id;
  const isExportable = status === 'approved' || (status === 'draft' && !run.needs_approval);
  const isSettled = SETTLED.some((state) => states[state] !== undefined);
  // The server decides. A button whose request it would always refuse is left out.
  const mayCancel =
    status !== 'cancelled' && !isSettled && !(run.needs_approval && run.exported !== null && run.exported.by === me.id);
  return (
    <>
      {awaitsApproval(run) && !isOwn && <Approve run={run} />}
      {isExportable && <Export run={run} />}
      {status === 'exported' && states['in_run'] !== undefined && <MarkPaid run={run} />}
      {mayCancel && <Cancel run={run} />}
    </>
  );
}

const pathOf = ({ id }: Run) => ({ path: { payout_run: id } });

function Approve({ run }: { run: Run }) {
  const t = useRunsTexts();
  const { moneyOf } = useFormats();
  const [isAsking, setIsAsking] = useState(false);
  const approving = useApiMutation(() => client.POST('/v2/payout-runs/{payout_run}/approve', { params: pathOf(run) }), {
    done: t.approved,
    onDone: () => setIsAsking(false),
  });
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>{t.approve}</Button>
      <ConfirmDialog
        title={t.approveTitle(moneyOf(run.total.amount, run.total.currency))}
        words={t.approveWords}
        action={t.approve}
        opened={isAsking}
        doing={approving}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}

function Export({ run }: { run: Run }) {
  const t = useRunsTexts();
  const [isAsking, setIsAsking] = useState(false);
  const [format, setFormat] = useState<(typeof BANK_FORMATS)[number]>(BANK_FORMATS[0]);
  const [day, setDay] = useState(today());
  const exporting = useApiMutation(
    () =>
      client.POST('/v2/payout-runs/{payout_run}/export', { params: pathOf(run), body: { format, execute_on: day } }),
    { done: t.exported, onDone: () => setIsAsking(false) },
  );
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>{t.export}</Button>
      <ConfirmDialog
        title={t.exportTitle}
        words={t.exportWords}
        action={t.export}
        opened={isAsking}
        doing={exporting}
        onClose={() => setIsAsking(false)}
      >
        <Stack>
          <NativeSelect
            label={t.format}
            data={[...BANK_FORMATS]}
            value={format}
            onChange={({ currentTarget }) => setFormat(BANK_FORMATS.find((one) => one === currentTarget.value)!)}
          />
          <TextInput
            type="date"
            label={t.executeOn}
            min={today()}
            value={day}
            onChange={({ currentTarget }) => setDay(currentTarget.value)}
          />
        </Stack>
      </ConfirmDialog>
    </>
  );
}

function MarkPaid({ run }: { run: Run }) {
  const t = useRunsTexts();
  const [isAsking, setIsAsking] = useState(false);
  const [day, setDay] = useState(today());
  const marking = useApiMutation(
    () => client.POST('/v2/payout-runs/{payout_run}/mark-paid', { params: pathOf(run), body: { paid_on: day } }),
    { done: t.markedPaid, onDone: () => setIsAsking(false) },
  );
  return (
    <>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {t.markPaid}
      </Button>
      <ConfirmDialog
        title={t.markPaidTitle}
        words={t.markPaidWords}
        action={t.markPaid}
        opened={isAsking}
        doing={marking}
        onClose={() => setIsAsking(false)}
      >
        <TextInput
          type="date"
          label={t.paidOn}
          max={today()}
          value={day}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
      </ConfirmDialog>
    </>
  );
}

function Cancel({ run }: { run: Run }) {
  const t = useRunsTexts();
  const [isAsking, setIsAsking] = useState(false);
  const cancelling = useApiMutation(
    (reason: string) => client.POST('/v2/payout-runs/{payout_run}/cancel', { params: pathOf(run), body: { reason } }),
    { done: t.cancelled, onDone: () => setIsAsking(false) },
  );
  return (
    <>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {t.cancelRun}
      </Button>
      <ReasonDialog
        title={t.cancelTitle(run.id)}
        words={run.exported === null ? t.cancelWords : t.cancelExportedWords}
        hint={t.reasonHint}
        isHarmful
        action={t.cancelRun}
        opened={isAsking}
        doing={cancelling}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}
