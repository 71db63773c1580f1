import type { paths } from '@tributary/client';
import { client } from '../../api.ts';
import { DayField } from '../../components/day-field.tsx';
import { today } from '../../components/day-range.ts';
import { ReasonButton } from '../../components/reason-dialog.tsx';
import { useDunningTexts } from './texts.ts';

export type DunnedInvoice =
  paths['/v2/admin/dunning']['get']['responses']['200']['content']['application/json']['data'][number];

/** Button that pauses the reminders of an invoice up to and including a day, or ends the pause. */
export function PauseReminders({ invoice }: { invoice: DunnedInvoice }) {
  const t = useDunningTexts();
  const { invoice_id: id, invoice_number: number, paused_until: paused } = invoice;
  const isPaused = paused !== null;
  return (
    <ReasonButton
      button={{ size: 'xs', variant: 'default', 'aria-label': isPaused ? t.resumeOf(number) : t.pauseOf(number) }}
      title={isPaused ? t.resumeTitle(number) : t.pauseTitle(number)}
      text={isPaused ? t.resumeWords : t.pauseWords}
      action={isPaused ? t.resume : t.pause}
      values={{ until: today() }}
      fields={({ value }) => !isPaused && <DayField label={t.until} required min={today()} {...value('until')} />}
      send={({ until, reason }) =>
        client.POST('/v2/payments/invoices/{invoice}/pause-dunning', {
          params: { path: { invoice: id } },
          body: { until: isPaused ? null : until, reason },
        })
      }
      done={isPaused ? t.resumed : t.paused}
    />
  );
}
