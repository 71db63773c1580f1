import { Anchor, Button, Card, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, client } from '../api.ts';
import { ConfirmButton } from '../components/confirm-button.tsx';
import { CopyText } from '../components/copy-text.tsx';
import { Failure, FailureAlert } from '../components/failure.tsx';
import { Form } from '../components/form.tsx';
import { Note } from '../components/note.tsx';
import { SectionTitle } from '../components/section-title.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useForm } from '../components/use-form.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useAccountTexts } from './texts.ts';

const FACTOR = '/v2/me/second-factor/totp';

/** The second factor of the account: none, being set up, or required. */
export function SecondFactor() {
  const t = useAccountTexts().factor;
  const { data, error, refetch } = api.useQuery('get', '/v2/me/second-factor');
  const [codes, setCodes] = useState<string[] | null>(null);
  return (
    <Card component="section" aria-labelledby="factor">
      <SectionTitle id="factor">{t.title}</SectionTitle>
      {error && <Failure error={error} onRetry={refetch} />}
      {data && (
        <Stack gap="md">
          <Note>{data.totp ? t.on(data.recovery_codes_left) : t.off}</Note>
          {codes && <RecoveryCodes codes={codes} />}
          {data.totp ? <Change onCodes={setCodes} /> : <SetUp onCodes={setCodes} />}
        </Stack>
      )}
    </Card>
  );
}

function SetUp({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const t = useAccountTexts().factor;
  const begin = useApiMutation(async () => (await client.POST(FACTOR)).data!);
  const form = useForm(
    { code: '' },
    {
      send: async (body) => (await client.PUT(FACTOR, { body })).data!,
      onDone: ({ recovery_codes: codes }) => onCodes([...codes]),
    },
  );
  if (begin.data === undefined)
    return (
      <Stack gap="md" align="flex-start">
        <FailureAlert message={begin.failure} />
        <Button loading={begin.isPending} onClick={() => begin.mutate()}>
          {t.begin}
        </Button>
      </Stack>
    );
  return (
    <Form of={form} action={t.confirm}>
      <Text size="sm">{t.secret}</Text>
      <Group gap="sm">
        <Code style={{ overflowWrap: 'anywhere' }}>{begin.data.secret}</Code>
        <CopyText text={begin.data.secret} of={t.title} />
        <Anchor href={begin.data.otpauth_url} size="sm">
          {t.open}
        </Anchor>
      </Group>
      <TextInput label={t.code} autoComplete="one-time-code" inputMode="numeric" required {...form.text('code')} />
    </Form>
  );
}

function Change({ onCodes }: { onCodes: (codes: string[] | null) => void }) {
  const t = useAccountTexts().factor;
  const renew = useApiMutation(async () => (await client.POST('/v2/me/second-factor/recovery-codes')).data!, {
    onDone: ({ recovery_codes: codes }) => onCodes([...codes]),
  });
  return (
    <>
      <FailureAlert message={renew.failure} />
      <Group>
        <Button variant="default" loading={renew.isPending} onClick={() => renew.mutate()}>
          {t.renew}
        </Button>
        <ConfirmButton
          button={{ variant: 'light', color: 'red' }}
          title={t.sure}
          text={t.sureText}
          action={t.remove}
          keep={t.keep}
          act={() => client.DELETE(FACTOR)}
          done={t.removed}
          onDone={() => onCodes(null)}
        />
      </Group>
    </>
  );
}
