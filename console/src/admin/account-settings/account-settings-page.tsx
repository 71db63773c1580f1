import { Box, NativeSelect, Skeleton, Stack, Switch, TextInput } from '@mantine/core';
import type { paths } from '@tributary/client';
import { api, client, ifMatch } from '../../api.ts';
import { Failure } from '../../components/failure.tsx';
import { Form } from '../../components/form.tsx';
import { LimitedInput } from '../../components/limited-input.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useCommonTexts } from '../../components/texts.ts';
import { changesOf, useForm } from '../../components/use-form.ts';
import { useAccountSettingsTexts } from './texts.ts';

type Settings = paths['/v2/admin/account-settings']['get']['responses']['200']['content']['application/json'];

const SETTINGS = '/v2/admin/account-settings';
const MODES = ['open', 'invitation', 'closed'] as const;

/** Settings of sign-up and of the requirements for accounts. */
export function AccountSettingsPage() {
  const t = useAccountSettingsTexts();
  const { data, error, refetch } = api.useQuery('get', SETTINGS);
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      {error && <Failure error={error} onRetry={refetch} />}
      {data === undefined && !error && <Skeleton h={320} />}
      {data && <SettingsForm settings={data} reread={async () => (await refetch({ throwOnError: true })).data!} />}
    </>
  );
}

/** The form values; an empty text means that no value is set. */
const valuesOf = ({ terms_version, terms_url, privacy_version, privacy_url, ...rest }: Settings) => ({
  ...rest,
  terms_version: terms_version ?? '',
  terms_url: terms_url ?? '',
  privacy_version: privacy_version ?? '',
  privacy_url: privacy_url ?? '',
});

function SettingsForm({ settings, reread }: { settings: Settings; reread: () => Promise<Settings> }) {
  const t = useAccountSettingsTexts();
  const { conflict } = useCommonTexts();
  const form = useForm(valuesOf(settings), {
    name: 'account-settings',
    send: (now, saved) => {
      const { terms_version, terms_url, privacy_version, privacy_url, ...rest } = changesOf(now, saved);
      const texts = { terms_version, terms_url, privacy_version, privacy_url };
      const given = Object.entries(texts).filter(([, value]) => value !== undefined);
      const body = { ...rest, ...Object.fromEntries(given.map(([name, value]) => [name, value || null])) };
      return client.PATCH(SETTINGS, { body, headers: ifMatch(SETTINGS) });
    },
    done: t.saved,
    record: {
      reread: async () => valuesOf(await reread()),
      labels: {
        sign_up: t.signUp,
        approve_creators: t.approve,
        second_factor_for_administrators: t.administrators,
        second_factor_for_stores: t.stores,
        terms_version: t.termsVersion,
        terms_url: t.termsUrl,
        privacy_version: t.privacyVersion,
        privacy_url: t.privacyUrl,
      },
      show: (value) => (typeof value === 'boolean' ? (value ? conflict.yes : conflict.no) : value),
    },
  });
  return (
    <Box maw={760}>
      <Form of={form} action={t.save} isEdit>
        <SectionCard id="sign-up" title={t.signUp}>
          <Stack gap="md">
            <NativeSelect
              aria-labelledby="sign-up"
              maw={320}
              data={MODES.map((value) => ({ value, label: t.signUpModes[value] }))}
              {...form.text('sign_up')}
            />
            <Switch label={t.approve} description={t.approveHint} {...form.flag('approve_creators')} />
          </Stack>
        </SectionCard>
        <SectionCard id="factor" title={t.factorTitle}>
          <Stack gap="md">
            <Switch
              label={t.administrators}
              description={t.administratorsHint}
              {...form.flag('second_factor_for_administrators')}
            />
            <Switch label={t.stores} description={t.storesHint} {...form.flag('second_factor_for_stores')} />
          </Stack>
        </SectionCard>
        <SectionCard id="terms" title={t.termsTitle} hint={t.termsHint}>
          <Stack gap="md">
            <LimitedInput label={t.termsVersion} max={64} {...form.text('terms_version')} />
            <TextInput label={t.termsUrl} type="url" {...form.text('terms_url')} />
            <LimitedInput label={t.privacyVersion} max={64} {...form.text('privacy_version')} />
            <TextInput label={t.privacyUrl} type="url" {...form.text('privacy_url')} />
          </Stack>
        </SectionCard>
      </Form>
    </Box>
  );
}
