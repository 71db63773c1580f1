import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { paths } from '@tributary/client';
import { type FormEvent, useState } from 'react';
import { api, client } from '../api.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Failure, FailureAlert } from '../components/failure.tsx';
import { Note, Strong } from '../components/note.tsx';
import { SectionCard } from '../components/section-card.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useFormats } from '../language/formats.ts';
import { hasPasskeys, isCancelled, makePasskey } from '../session/passkey.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useAccountTexts } from './texts.ts';

type Passkey = paths['/v2/me/passkeys']['get']['responses']['200']['content']['application/json']['data'][number];

/** One's passkeys: list, new one, new name, end. */
export function Passkeys() {
  const t = useAccountTexts().passkeys;
  const { data, error, refetch } = api.useQuery('get', '/v2/me/passkeys');
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  return (
    <SectionCard id="passkeys" title={t.title} hint={t.hint}>
      {error && <Failure error={error} onRetry={refetch} />}
      <Stack gap="md">
        {codes && <RecoveryCodes codes={codes} />}
        {data && data.data.length > 0 && (
          <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t.list}>
            {data.data.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setRemoving(passkey)} />
            ))}
          </Stack>
        )}
        {hasPasskeys() ? <NewPasskey onCodes={setCodes} /> : <Text size="sm">{t.unavailable}</Text>}
      </Stack>
      <RemovePasskey passkey={removing} onClose={() => setRemoving(null)} />
    </SectionCard>
  );
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const t = useAccountTexts().passkeys;
  const { day, relative } = useFormats();
  const [name, setName] = useState<string | null>(null);
  const rename = useApiMutation(
    async (next: string) =>
      await client.PATCH('/v2/me/passkeys/{passkey}', {
        params: { path: { passkey: passkey.id } },
        body: { name: next },
      }),
    { done: t.renamed, onDone: () => setName(null) },
  );
  if (name !== null) {
    return (
      <li>
        <form
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            rename.mutate(name);
          }}
        >
          <Group align="flex-end">
            <TextInput
              label={t.name}
              required
              maxLength={64}
              autoFocus
              value={name}
              error={rename.failure}
              onChange={({ currentTarget: { value } }) => setName(value)}
            />
            <Button type="submit" size="sm" loading={rename.isPending}>
              {t.save}
            </Button>
          </Group>
        </form>
      </li>
    );
  }
  return (
    <Group component="li" justify="space-between">
      <div>
        <Strong>{passkey.name}</Strong>
        <Note size="xs">
          {t.added(day(passkey.created_at))} ·{' '}
          {passkey.last_used_at === null ? t.unused : t.used(relative(passkey.last_used_at))}
          {passkey.backed_up ? ` · ${t.backedUp}` : ''}
        </Note>
      </div>
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t.renameOf(passkey.name)}
          onClick={() => setName(passkey.name)}
        >
          {t.rename}
        </Button>
        <Button size="compact-sm" variant="light" color="red" aria-label={t.removeOf(passkey.name)} onClick={onRemove}>
          {t.remove}
        </Button>
      </Group>
    </Group>
  );
}

function NewPasskey({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const t = useAccountTexts().passkeys;
  const [name, setName] = useState('');
  const add = useApiMutation(async () => await makePasskey(name), {
    done: t.done,
    onDone: ({ recovery_codes: codes }) => {
      setName('');
      if (codes !== null) onCodes(codes);
    },
  });
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        add.mutate();
      }}
    >
      <Stack gap="sm">
        {!isCancelled(add.error) && <FailureAlert message={add.failure} />}
        <TextInput
          label={t.newName}
          placeholder={t.example}
          required
          maxLength={64}
          value={name}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        <Button type="submit" loading={add.isPending} style={{ alignSelf: 'flex-start' }}>
          {t.add}
        </Button>
      </Stack>
    </form>
  );
}

function RemovePasskey({ passkey, onClose }: { passkey: Passkey | null; onClose: () => void }) {
  const t = useAccountTexts().passkeys;
  const remove = useApiMutation(
    async (id: number) => await client.DELETE('/v2/me/passkeys/{passkey}', { params: { path: { passkey: id } } }),
    { done: t.gone, onDone: onClose },
  );
  return (
    <ConfirmDialog
      title={t.sure(passkey?.name ?? '')}
      words={t.sureText}
      action={t.remove}
      keep={t.keep}
      opened={passkey !== null}
      doing={{ ...remove, mutate: () => passkey && remove.mutate(passkey.id) }}
      onClose={onClose}
    />
  );
}
