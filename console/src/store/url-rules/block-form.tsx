import { Button, Checkbox, Group } from '@mantine/core';
import { client } from '../../api.ts';
import { Form } from '../../components/form.tsx';
import { useForm } from '../../components/use-form.ts';
import { CreatorPicker } from '../tracking/creator-picker.tsx';
import { useUrlRulesTexts } from './texts.ts';

/** Blocks a creator; clicks on existing links may still count. */
export default function BlockForm({ store, onDone }: { store: number; onDone: () => void }) {
  const t = useUrlRulesTexts().blocked;
  const form = useForm(
    { user: null as number | null, validate_clicks: true },
    {
      name: `block:${store}`,
      check: ({ user }) => (user === null ? { user: t.needsCreator } : {}),
      send: ({ user, validate_clicks }) =>
        client.POST('/v2/advertisers/{advertiser}/blocklist', {
          params: { path: { advertiser: store } },
          body: { users: [{ id: user!, validate_clicks }] },
        }),
      done: t.done,
      onDone,
    },
  );
  return (
    <Form of={form}>
      <CreatorPicker store={store} label={t.creator} {...form.value('user', 'users')} />
      <Checkbox label={t.validate} description={t.validateHint} {...form.flag('validate_clicks')} />
      <Group justify="flex-end">
        <Button type="submit" color="red" loading={form.isPending}>
          {t.block}
        </Button>
      </Group>
    </Form>
  );
}
