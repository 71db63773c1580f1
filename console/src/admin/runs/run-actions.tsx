import { Button, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { client } from '../../api.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { DayField } from '../../components/day-field.tsx';
import { today } from '../../components/day-range.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Form } from '../../components/form.tsx';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { useForm } from '../../components/use-form.ts';
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
  return (
    <ConfirmButton
      title={t.approveTitle(moneyOf(run.total.amount, run.total.currency))}
      text={t.approveWords}
      action={t.approve}
      act={() => client.POST('/v2/payout-runs/{payout_run}/approve', { params: pathOf(run) })}
      done={t.approved}
    />
  );
}

function Export({ run }: { run: Run }) {
  const t = useRunsTexts();
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>{t.export}</Button>
      <Dialog title={t.exportTitle} opened={isAsking} onClose={close}>
        <ExportForm run={run} onClose={close} />
      </Dialog>
    </>
  );
}

interface RunFormProps {
  run: Run;
  onClose: () => void;
}

function ExportForm({ run, onClose }: RunFormProps) {
  const t = useRunsTexts();
  const form = useForm(
    { format: BANK_FORMATS[0] as (typeof BANK_FORMATS)[number], execute_on: today() },
    {
      name: `export:${run.id}`,
      send: (body) => client.POST('/v2/payout-runs/{payout_run}/export', { params: pathOf(run), body }),
      done: t.exported,
      onDone: onClose,
    },
  );
  return (
    <Form of={form} action={t.export} isHarmful onCancel={onClose}>
      <NativeSelect label={t.format} data={[...BANK_FORMATS]} data-autofocus {...form.text('format')} />
      <DayField label={t.executeOn} required min={today()} {...form.value('execute_on')} />
      <Text size="sm">{t.exportWords}</Text>
    </Form>
  );
}

function MarkPaid({ run }: { run: Run }) {
  const t = useRunsTexts();
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  return (
    <>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {t.markPaid}
      </Button>
      <Dialog title={t.markPaidTitle} opened={isAsking} onClose={close}>
        <MarkPaidForm run={run} onClose={close} />
      </Dialog>
    </>
  );
}

function MarkPaidForm({ run, onClose }: RunFormProps) {
  const t = useRunsTexts();
  const form = useForm(
    { paid_on: today() },
    {
      send: (body) => client.POST('/v2/payout-runs/{payout_run}/mark-paid', { params: pathOf(run), body }),
      done: t.markedPaid,
      onDone: onClose,
    },
  );
  return (
    <Form of={form} action={t.markPaid} isHarmful onCancel={onClose}>
      <DayField label={t.paidOn} required max={today()} data-autofocus {...form.value('paid_on')} />
      <Text size="sm">{t.markPaidWords}</Text>
    </Form>
  );
}

function Cancel({ run }: { run: Run }) {
  const t = useRunsTexts();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {t.cancelRun}
      </Button>
      <ReasonDialog
        title={t.cancelTitle(run.id)}
        text={run.exported === null ? t.cancelWords : t.cancelExportedWords}
        hint={t.reasonHint}
        isHarmful
        action={t.cancelRun}
        opened={isAsking}
        send={({ reason }) =>
          client.POST('/v2/payout-runs/{payout_run}/cancel', { params: pathOf(run), body: { reason } })
        }
        done={t.cancelled}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}
