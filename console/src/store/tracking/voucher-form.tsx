import { Switch } from '@mantine/core';
import { client } from '../../api.ts';
import { Form } from '../../components/form.tsx';
import { LimitedInput } from '../../components/limited-input.tsx';
import { useForm } from '../../components/use-form.ts';
import { CreatorPicker } from './creator-picker.tsx';
import { useTrackingTexts } from './texts.ts';

/** Assigns a voucher code to a creator. */
export function VoucherForm({ store, onDone }: { store: number; onDone: () => void }) {
  const t = useTrackingTexts().vouchers;
  const form = useForm(
    { code: '', user: null as number | null, exclusive: false },
    {
      name: `voucher:${store}`,
      check: ({ user }) => (user === null ? { user: t.needsCreator } : {}),
      send: async ({ code, user, exclusive }) =>
        (
          await client.POST('/v2/stores/{store}/vouchers', {
            params: { path: { store } },
            body: { code, user_id: user!, exclusive },
          })
        ).data!,
      done: (voucher) => t.given(voucher.code),
      onDone,
    },
  );
  return (
    <Form of={form} action={t.submit}>
      <LimitedInput label={t.code} description={t.codeHint} required max={64} data-autofocus {...form.text('code')} />
      <CreatorPicker store={store} label={t.creator} {...form.value('user', 'user_id')} />
      <Switch label={t.exclusive} description={t.exclusiveHint} {...form.flag('exclusive')} />
    </Form>
  );
}
