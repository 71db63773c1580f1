import { Button, NativeSelect, Skeleton, Stack, Switch, TextInput } from '@mantine/core';
import { ApiError, type paths } from '@tributary/client';
import { type FormEvent, useState } from 'react';
import { api, client } from '../../api.ts';
import { Failure, FailureAlert } from '../../components/failure.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useAccountSettingsTexts } from './texts.ts';

type Settings = paths['/v2/admin/account-settings']['get']['responses']['200']['content']['application/json'];

const MODES = ['open', 'invitation', 'closed'] as const;

/** Who can sign up, and what the marketplace requires of accounts. */
export function AccountSettingsPage() {
  const t = useAccountSettingsTexts();
  const { data, error, refetch } = api.useQuery('get', '/v2/admin/account-settings');
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      {error && <Failure error={error} onRetry={refetch} />}
      {data === undefined && !error && <Skeleton h={320} />}
      {data && <SettingsForm settings={data} />}
    </>
  );
}

function SettingsForm({ settings }: { settings: Settings }) {
  const t = useAccountSettingsTexts();
  const [draft, setDraft] = useState(settings);
  const save = useApiMutation(async () => (await client.PATCH('/v2/admin/account-settings', { body: draft })).data!, {
    done: t.saved,
  });
  const fields = save.error instanceof ApiError ? save.error.fields : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const flag = (name: 'approve_creators' | 'second_factor_for_administrators' | 'second_factor_for_stores') => ({
    checked: draft[name],
    onChange: ({ currentTarget: { checked } }: { currentTarget: HTMLInputElement }) =>
      setDraft({ ...draft, [name]: checked }),
  });
  const text = (name: 'terms_version' | 'terms_url' | 'privacy_version' | 'privacy_url') => ({
    value: draft[name] ?? '',
    error: fields[name]?.join(' '),
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) =>
      setDraft({ ...draft, [name]: value === '' ? null : value }),
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="lg" maw={760}>
        <FailureAlert message={save.failure} />
        <SectionCard id="sign-up" title={t.signUp}>
          <Stack gap="md">
            <NativeSelect
              aria-labelledby="sign-up"
              maw={320}
              value={draft.sign_up}
              data={MODES.map((value) => ({ value, label: t.signUpModes[value] }))}
              onChange={({ currentTarget: { value } }) =>
                setDraft({ ...draft, sign_up: MODES.find((mode) => mode === value) ?? draft.sign_up })
              }
            />
            <Switch label={t.approve} description={t.approveHint} {...flag('approve_creators')} />
          </Stack>
        </SectionCard>
        <SectionCard id="factor" title={t.factorTitle}>
          <Stack gap="md">
            <Switch
              label={t.administrators}
              description={t.administratorsHint}
              {...flag('second_factor_for_administrators')}
            />
            <Switch label={t.stores} description={t.storesHint} {...flag('second_factor_for_stores')} />
          </Stack>
        </SectionCard>
        <SectionCard id="terms" title={t.termsTitle} hint={t.termsHint}>
          <Stack gap="md">
            <TextInput label={t.termsVersion} maxLength={64} {...text('terms_version')} />
            <TextInput label={t.termsUrl} type="url" {...text('terms_url')} />
            <TextInput label={t.privacyVersion} maxLength={64} {...text('privacy_version')} />
            <TextInput label={t.privacyUrl} type="url" {...text('privacy_url')} />
          </Stack>
        </SectionCard>
        <Button type="submit" loading={save.isPending} style={{ alignSelf: 'flex-start' }}>
          {t.save}
        </Button>
      </Stack>
    </form>
  );
}
