import { Button, Group, Stack, Text } from '@mantine/core';
import type { paths } from '@tributary/client';
import { useState } from 'react';
import { api, client, ifMatch } from '../api.ts';
import { ConfirmDialog } from '../components/dialog.tsx';
import { Failure } from '../components/failure.tsx';
import { Form } from '../components/form.tsx';
import { LimitedInput } from '../components/limited-input.tsx';
import { Note, Strong } from '../components/note.tsx';
import { SectionCard } from '../components/section-card.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useForm } from '../components/use-form.ts';
import { useFormats } from '../language/formats.ts';
import { hasPasskeys, isCancelled } from '../session/passkey.ts';
import { makePasskey } from './make-passkey.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useAccountTexts } from './texts.ts';

type Passkey = paths['/v2/me/passkeys']['get']['responses']['200']['content']['application/json']['data'][number];

/** The user's passkeys: a list, a form for a new one, renaming and removal. */
export function Passkeys() {
  const t = useAccountTexts().passkeys;
  const { data, error, refetch } = api.useQuery('get', '/v2/me/passkeys');
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const reread = async (id: number) => {
    const found = (await refetch({ throwOnError: true })).data!.data.find((passkey) => passkey.id === id);
    if (found === undefined) throw new Error(t.gone);
    return found;
  };
  return (
    <SectionCard id="passkeys" title={t.title} hint={t.hint}>
      {error && <Failure error={error} onRetry={refetch} />}
      <Stack gap="md">
        {codes && <RecoveryCodes codes={codes} />}
        {data && data.data.length > 0 && (
          <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t.list}>
            {data.data.map((passkey) => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                reread={() => reread(passkey.id)}
                onRemove={() => setRemoving(passkey)}
              />
            ))}
          </Stack>
        )}
        {hasPasskeys() ? <NewPasskey onCodes={setCodes} /> : <Text size="sm">{t.unavailable}</Text>}
      </Stack>
      <RemovePasskey passkey={removing} onClose={() => setRemoving(null)} />
    </SectionCard>
  );
}

interface PasskeyRowProps {
  passkey: Passkey;
  /** Reads the passkey again; it throws if the passkey has been removed. */
  reread: () => Promise<Passkey>;
  onRemove: () => void;
}

function PasskeyRow({ passkey, reread, onRemove }: PasskeyRowProps) {
  const t = useAccountTexts().passkeys;
  const { day, relative } = useFormats();
  const [isNaming, setIsNaming] = useState(false);
  const form = useForm(
    { name: passkey.name },
    {
      send: (body) =>
        client.PATCH('/v2/me/passkeys/{passkey}', {
          params: { path: { passkey: passkey.id } },
          body,
          headers: ifMatch('/v2/me/passkeys'),
        }),
      record: { reread: async () => ({ name: (await reread()).name }), labels: { name: t.name } },
      done: t.renamed,
      onDone: () => setIsNaming(false),
    },
  );
  if (isNaming) {
    return (
      <li>
        <Form of={form}>
          <Group align="flex-start">
            <LimitedInput label={t.name} required max={64} autoFocus {...form.text('name')} />
            <Button type="submit" size="sm" mt={25} loading={form.isPending}>
              {t.save}
            </Button>
          </Group>
        </Form>
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
          onClick={() => setIsNaming(true)}
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
  const form = useForm(
    { name: '' },
    {
      send: ({ name }) => makePasskey(name),
      done: t.done,
      onDone: ({ recovery_codes: codes }) => {
        if (codes !== null) onCodes(codes);
      },
    },
  );
  return (
    <Form
      of={{ ...form, failureElsewhere: () => (isCancelled(form.error) ? null : form.failureElsewhere()) }}
      action={t.add}
    >
      <LimitedInput label={t.newName} placeholder={t.example} required max={64} {...form.text('name')} />
    </Form>
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
      text={t.sureText}
      action={t.remove}
      keep={t.keep}
      opened={passkey !== null}
      mutation={{ ...remove, mutate: () => passkey && remove.mutate(passkey.id) }}
      onClose={onClose}
    />
  );
}
