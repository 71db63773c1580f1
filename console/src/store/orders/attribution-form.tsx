import { client } from '../../api.ts';
import { Form } from '../../components/form.tsx';
import { LimitedArea } from '../../components/limited-area.tsx';
import { useForm } from '../../components/use-form.ts';
import { CreatorPicker } from '../tracking/creator-picker.tsx';
import type { Order } from './order.ts';
import { useOrderTexts } from './texts.ts';

/** Attributes an order to a creator by hand, with a reason that both creators read. */
export function AttributionForm({ store, order, onDone }: { store: number; order: Order; onDone: () => void }) {
  const t = useOrderTexts().attribution;
  const form = useForm(
    { user: null as number | null, reason: '' },
    {
      name: `attribution:${order.id}`,
      check: ({ user }) => (user === null ? { user: t.needsCreator } : {}),
      send: ({ user, reason }) =>
        client.POST('/v2/stores/{store}/orders/{order}/attribution', {
          params: { path: { store, order: order.id } },
          body: { user_id: user!, reason },
        }),
      done: t.done,
      onDone,
    },
  );
  return (
    <Form of={form} label={t.title} action={t.save} onCancel={onDone}>
      <CreatorPicker store={store} label={t.creator} {...form.value('user', 'user_id')} />
      <LimitedArea
        label={t.reason}
        description={t.reasonHint}
        required
        max={2_000}
        autosize
        minRows={2}
        {...form.text('reason')}
      />
    </Form>
  );
}
