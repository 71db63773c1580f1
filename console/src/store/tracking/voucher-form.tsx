import { Button, Group, Stack, TextInput } from '@mantine/core';
import { ApiError } from '@tributary/client';
import { type FormEvent, useState } from 'react';
import { client } from '../../api.ts';
import { FailureAlert } from '../../components/failure.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { CreatorPicker } from './creator-picker.tsx';
import { useTrackingTexts } from './texts.ts';

/** Assigns a voucher code to a creator. */
export function VoucherForm({ store, onDone }: { store: number; onDone: () => void }) {
  const t = useTrackingTexts().vouchers;
  const [code, setCode] = useState('');
  const [user, setUser] = useState<number | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const give = useApiMutation(
    async (body: { code: string; user_id: number }) =>
      (await client.POST('/v2/stores/{store}/vouchers', { params: { path: { store } }, body })).data!,
    { done: (voucher) => t.given(voucher.code), onDone },
  );
  const fields = give.error instanceof ApiError ? give.error.fields : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(user === null);
    if (user !== null) give.mutate({ code, user_id: user });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {Object.keys(fields).length === 0 && <FailureAlert message={give.failure} />}
        <TextInput
          label={t.code}
          description={t.codeHint}
          required
          maxLength={64}
          data-autofocus
          value={code}
          error={fields.code?.join(', ')}
          onChange={({ currentTarget: { value } }) => setCode(value)}
        />
        <CreatorPicker
          store={store}
          label={t.creator}
          value={user}
          onChange={setUser}
          error={isMissing && user === null ? t.needsCreator : fields.user_id?.join(', ')}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={give.isPending}>
            {t.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
