import { MultiSelect } from '@mantine/core';
import { MAX_PAGE_SIZE } from '../../../src/platform/page-size.ts';
import { api, client } from '../api.ts';
import { Dialog } from '../components/dialog.tsx';
import { Form } from '../components/form.tsx';
import { Note } from '../components/note.tsx';
import { useCommonTexts } from '../components/texts.ts';
import { useForm } from '../components/use-form.ts';
import { nameOf } from '../store/campaigns/campaign/participant.ts';
import { DeliverableFields } from './deliverable-fields.tsx';
import { useDeliverableTexts } from './texts.ts';

/** Participants with these statuses take part in the campaign. */
const ACTIVE = ['accepted', 'product_sent', 'have_received', 'have_posted'];

interface PlanFormProps {
  offer: number;
  /** @param day the selected day of the calendar */
  onPlanned: (day: string) => void;
  onClose: () => void;
}

/** Plans a deliverable for one or more participants. */
export function PlanDialog({ opened, ...form }: PlanFormProps & { opened: boolean }) {
  const t = useDeliverableTexts();
  return (
    <Dialog opened={opened} onClose={form.onClose} title={t.plan}>
      <PlanForm {...form} />
    </Dialog>
  );
}

function PlanForm({ offer, onPlanned, onClose }: PlanFormProps) {
  const t = useDeliverableTexts();
  const { faults } = useCommonTexts();
  const parts = api.useQuery('get', '/v2/offers/{offer}/participants', {
    params: { path: { offer }, query: { size: MAX_PAGE_SIZE } },
  });
  const form = useForm(
    { participants: [] as string[], title: '', instructions: '', due_on: '' },
    {
      name: `plan:${offer}`,
      check: ({ participants }) => (participants.length === 0 ? { participants: faults.required } : {}),
      send: async ({ participants, ...typed }) => {
        const body = { ...typed, participant_ids: participants.map(Number) };
        const made = await client.POST('/v2/offers/{offer}/deliverables', { params: { path: { offer } }, body });
        return { count: made.data!.data.length, day: typed.due_on };
      },
      done: ({ count }) => t.form.planned(count),
      onDone: ({ day }) => {
        onPlanned(day);
        onClose();
      },
    },
  );
  const active = (parts.data?.data ?? []).filter(
    ({ status, user_id: user }) => user !== null && ACTIVE.includes(status),
  );
  return (
    <Form of={form} action={t.form.save} onCancel={onClose}>
      {parts.data !== undefined && active.length === 0 && <Note>{t.form.nobody}</Note>}
      <MultiSelect
        label={t.form.participants}
        description={t.form.participantsHint}
        withAsterisk
        searchable
        data-autofocus
        maxValues={MAX_PAGE_SIZE}
        data={active.map((part) => ({ value: String(part.id), label: nameOf(part) }))}
        {...form.value('participants', 'participant_ids')}
      />
      <DeliverableFields of={form} />
    </Form>
  );
}
