import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { client } from '../../api.ts';
import { FailureAlert } from '../../components/failure.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { CreatorPicker } from '../tracking/creator-picker.tsx';
import { useUrlRulesTexts } from './texts.ts';

/** Blocks a creator; clicks on existing links may still count. */
export function BlockForm({ store, onDone }: { store: number; onDone: () => void }) {
  const t = useUrlRulesTexts().blocked;
  const [user, setUser] = useState<number | null>(null);
  const [validateClicks, setValidateClicks] = useState(true);
  const [isMissing, setIsMissing] = useState(false);
  const block = useApiMutation(
    async (id: number) =>
      (
        await client.POST('/v2/advertisers/{advertiser}/blocklist', {
          params: { path: { advertiser: store } },
          body: { users: [{ id, validate_clicks: validateClicks }] },
        })
      ).data!,
    { done: t.done, onDone },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(user === null);
    if (user !== null) block.mutate(user);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <FailureAlert message={block.failure} />
        <CreatorPicker
          store={store}
          label={t.creator}
          value={user}
          onChange={setUser}
          error={isMissing && user === null ? t.needsCreator : undefined}
        />
        <Checkbox
          label={t.validate}
          description={t.validateHint}
          checked={validateClicks}
          onChange={({ currentTarget: { checked } }) => setValidateClicks(checked)}
        />
        <Group justify="flex-end">
          <Button type="submit" color="red" loading={block.isPending}>
            {t.block}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
