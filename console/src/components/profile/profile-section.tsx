import {
  Button,
  Checkbox,
  Divider,
  FileButton,
  Group,
  Image,
  Input,
  MultiSelect,
  NativeSelect,
  Skeleton,
  Stack,
} from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import type { paths } from '@tributary/client';
import { ACTIVE_CURRENCIES } from '../../../../src/platform/currencies.ts';
import { api, client, ifMatch } from '../../api.ts';
import { codesOf } from '../../language/codes.ts';
import { digitsOf } from '../../language/formats.ts';
import { useReader } from '../../language/language.tsx';
import { useMe } from '../../session/use-me.ts';
import { DecimalInput } from '../decimal-input.tsx';
import { Failure, FailureText } from '../failure.tsx';
import { Form } from '../form.tsx';
import { LimitedArea } from '../limited-area.tsx';
import { LimitedInput } from '../limited-input.tsx';
import { listField } from '../list-field.ts';
import { Note } from '../note.tsx';
import { majorText } from '../number-input.ts';
import { SectionCard } from '../section-card.tsx';
import { useApiMutation } from '../use-api-mutation.ts';
import { useForm } from '../use-form.ts';
import { PublicPage } from './public-page.tsx';
import { useProfileTexts } from './texts.ts';

type Profile = paths['/v2/users/{user}/profile']['get']['responses']['200']['content']['application/json'];
type Kind = Profile['rates'][number]['kind'];
type Language = Profile['languages'][number];

const KINDS: readonly Kind[] = ['post', 'story', 'short_video', 'video', 'article'];
const MAX = { bio: 2_000, languages: 10, topics: 10, portfolio: 12, title: 120, url: 2_048 };

/** What a creator says about themselves, for stores, and the public page. */
export function ProfileSection({ user }: { user: number }) {
  const t = useProfileTexts();
  const { data, error, refetch } = api.useQuery('get', '/v2/users/{user}/profile', { params: { path: { user } } });
  return (
    <SectionCard id="creator-profile" title={t.title} hint={t.hint}>
      {error && <Failure error={error} onRetry={refetch} />}
      {!error && data === undefined && <Skeleton h={200} />}
      {data !== undefined && (
        <Stack gap="lg">
          <Picture user={user} address={data.picture_url} />
          <ProfileForm user={user} profile={data} reread={async () => (await refetch({ throwOnError: true })).data!} />
          <Divider />
          <PublicPage user={user} />
        </Stack>
      )}
    </SectionCard>
  );
}

function Picture({ user, address }: { user: number; address: string | null }) {
  const t = useProfileTexts().picture;
  const path = { params: { path: { user } } };
  const saving = useApiMutation(
    async (file: File | null) => {
      if (file === null) return client.DELETE('/v2/users/{user}/profile/picture', path);
      const form = new FormData();
      form.append('picture', file);
      // The generated client types a file as text; the request sends form data.
      return client.POST('/v2/users/{user}/profile/picture', {
        ...path,
        body: { picture: '' },
        bodySerializer: () => form,
      });
    },
    { done: t.saved },
  );
  return (
    <Input.Wrapper label={t.label} labelElement="div">
      <Group gap="md" mt={4}>
        {address !== null && <Image src={address} alt="" w={96} h={96} fit="cover" radius="md" />}
        <FileButton
          onChange={(file) => file && saving.mutate(file)}
          accept="image/png,image/jpeg"
          inputProps={{ 'aria-label': t.choose }}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={saving.isPending}
              leftSection={<IconPhoto size={16} aria-hidden />}
            >
              {t.choose}
            </Button>
          )}
        </FileButton>
        {address !== null && (
          <Button variant="subtle" color="red" disabled={saving.isPending} onClick={() => saving.mutate(null)}>
            {t.remove}
          </Button>
        )}
      </Group>
      <FailureText message={saving.failure} mt="xs" />
    </Input.Wrapper>
  );
}

interface Draft {
  bio: string;
  languages: string[];
  topics: string[];
  currency: string;
  /** Amounts by kind of content; empty: none. */
  rates: Record<Kind, string>;
  portfolio: { key: number; title: string; url: string }[];
  is_listed: boolean;
  is_listed_for_agencies: boolean;
  shows_results: boolean;
}

function draftOf(
  { bio, languages, topics, rates, portfolio, is_listed, is_listed_for_agencies, shows_results }: Profile,
  currency: string,
): Draft {
  const amountOf = (kind: Kind) => {
    const amount = rates.find((rate) => rate.kind === kind)?.amount;
    return majorText(amount?.minor, amount?.currency ?? currency);
  };
  return {
    bio,
    languages,
    topics: topics.map(({ id }) => String(id)),
    currency: rates[0]?.amount.currency ?? currency,
    rates: Object.fromEntries(KINDS.map((kind) => [kind, amountOf(kind)])) as Draft['rates'],
    portfolio: portfolio.map((work, key) => ({ key, ...work })),
    is_listed,
    is_listed_for_agencies,
    shows_results,
  };
}

const bodyOf = ({
  bio,
  languages,
  topics,
  currency,
  rates,
  portfolio,
  is_listed,
  is_listed_for_agencies,
  shows_results,
}: Draft) => ({
  bio,
  languages: languages as Language[],
  topics: topics.map(Number),
  rates: KINDS.filter((kind) => Number(rates[kind]) > 0).map((kind) => ({
    kind,
    amount: { minor: Math.round(Number(rates[kind]) * 10 ** digitsOf(currency)), currency },
  })),
  portfolio: portfolio.map(({ title, url }) => ({ title: title.trim(), url: url.trim() })),
  is_listed,
  is_listed_for_agencies,
  shows_results,
});

function ProfileForm({ user, profile, reread }: { user: number; profile: Profile; reread: () => Promise<Profile> }) {
  const t = useProfileTexts();
  const { language } = useReader();
  const me = useMe();
  const usual = me.store_group?.currency ?? 'EUR';
  const { data: categories } = api.useQuery('get', '/v2/store-categories');
  const labels = {
    bio: t.bio,
    languages: t.languages,
    topics: t.topics,
    currency: t.currency,
    rates: t.rates,
    portfolio: t.work,
    is_listed: t.isListed,
    is_listed_for_agencies: t.isListedForAgencies,
    shows_results: t.showsResults,
  };
  const form = useForm(draftOf(profile, usual), {
    name: `creator-profile:${user}`,
    send: (typed) =>
      client.PATCH('/v2/users/{user}/profile', {
        params: { path: { user } },
        body: bodyOf(typed),
        headers: ifMatch(`/v2/users/${user}/profile`),
      }),
    record: {
      reread: async () => draftOf(await reread(), usual),
      labels,
      show: (value) => {
        if (typeof value === 'string') return value;
        if (typeof value === 'boolean') return value ? t.yes : t.no;
        return Array.isArray(value)
          ? value.map((one) => (typeof one === 'string' ? one : one.title)).join(', ')
          : KINDS.filter((kind) => value[kind] !== '')
              .map((kind) => `${t.rate[kind]}: ${value[kind]}`)
              .join(', ');
      },
    },
    done: t.saved,
  });
  const { rates, portfolio, currency } = form.draft;
  const works = listField(portfolio, (edited) => form.set('portfolio', edited));
  const topics = categories ?? profile.topics;
  return (
    <Form of={form} action={t.save} isEdit>
      <LimitedArea label={t.bio} description={t.bioHint} autosize minRows={3} max={MAX.bio} {...form.text('bio')} />
      <MultiSelect
        label={t.languages}
        searchable
        maxValues={MAX.languages}
        data={codesOf('language', language)}
        {...form.value('languages')}
      />
      <MultiSelect
        label={t.topics}
        searchable
        maxValues={MAX.topics}
        data={topics.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.value('topics')}
      />
      <Input.Wrapper label={t.rates} description={t.ratesHint} labelElement="div">
        <Group gap="sm" align="flex-end" mt={4}>
          <NativeSelect label={t.currency} data={[...ACTIVE_CURRENCIES]} {...form.text('currency')} />
          {KINDS.map((kind) => (
            <DecimalInput
              key={kind}
              label={t.rate[kind]}
              digits={digitsOf(currency)}
              w={120}
              value={rates[kind]}
              onChange={(amount) => form.set('rates', { ...rates, [kind]: amount })}
            />
          ))}
        </Group>
      </Input.Wrapper>
      <Input.Wrapper label={t.work} labelElement="div">
        <Stack gap="xs" mt={4}>
          {portfolio.map(({ key, title, url }, index) => (
            <Group key={key} gap="sm" align="flex-end">
              <LimitedInput
                label={t.workTitle(index + 1)}
                required
                max={MAX.title}
                flex="1 1 160px"
                value={title}
                {...form.entry(`portfolio.${index}.title`)}
                onChange={({ currentTarget }) => works.change(index, { title: currentTarget.value })}
              />
              <LimitedInput
                label={t.workUrl(index + 1)}
                required
                type="url"
                max={MAX.url}
                flex="1 1 200px"
                value={url}
                {...form.entry(`portfolio.${index}.url`)}
                onChange={({ currentTarget }) => works.change(index, { url: currentTarget.value })}
              />
              <Button
                variant="subtle"
                color="red"
                aria-label={t.removeWork(index + 1)}
                onClick={() => works.remove(index)}
              >
                ×
              </Button>
            </Group>
          ))}
          <Button
            size="xs"
            variant="default"
            w="fit-content"
            disabled={portfolio.length >= MAX.portfolio}
            onClick={() => works.add((key) => ({ key, title: '', url: 'https://' }))}
          >
            {t.addWork}
          </Button>
        </Stack>
      </Input.Wrapper>
      <Checkbox label={t.isListed} description={t.isListedHint} {...form.flag('is_listed')} />
      <Checkbox
        label={t.isListedForAgencies}
        description={t.isListedForAgenciesHint}
        disabled={me.id !== user}
        {...form.flag('is_listed_for_agencies')}
      />
      <Checkbox label={t.showsResults} description={t.showsResultsHint} {...form.flag('shows_results')} />
      {form.at('rates') !== undefined && <Note c="red">{form.at('rates')}</Note>}
    </Form>
  );
}
