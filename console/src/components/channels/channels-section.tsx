import { Anchor, Button, Collapse, Divider, Group, NativeSelect, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { paths } from '@tributary/client';
import { Fragment, useId } from 'react';
import { api, client } from '../../api.ts';
import { useFormats } from '../../language/formats.ts';
import { useChannelWords } from '../channel-words/texts.ts';
import { ConfirmButton } from '../confirm-button.tsx';
import { DecimalInput } from '../decimal-input.tsx';
import { ProofCheck } from '../domains/proof-check.tsx';
import { ProofInstructions, ProofPart } from '../domains/proof-instructions.tsx';
import { EmptyState } from '../empty-state.tsx';
import { Failure } from '../failure.tsx';
import { Form } from '../form.tsx';
import { LimitedInput } from '../limited-input.tsx';
import { NamedState } from '../named-state.tsx';
import { Note } from '../note.tsx';
import { SectionCard } from '../section-card.tsx';
import { useForm } from '../use-form.ts';
import { useChannelsTexts } from './texts.ts';

type Channel =
  paths['/v2/users/{user}/channels']['get']['responses']['200']['content']['application/json']['data'][number];
type Platform = Channel['platform'];

const PLATFORMS: readonly Platform[] = [
  'instagram',
  'tiktok',
  'youtube',
  'twitch',
  'pinterest',
  'blog',
  'newsletter',
  'podcast',
];

/** The channels of a creator: proof, check and removal. */
export function ChannelsSection({ user }: { user: number }) {
  const t = useChannelsTexts();
  const { number } = useFormats();
  const { data, error, refetch } = api.useQuery('get', '/v2/users/{user}/channels', { params: { path: { user } } });
  return (
    <SectionCard id="channels" title={t.title} hint={t.hint}>
      {error && <Failure error={error} onRetry={refetch} />}
      {!error && data === undefined && <Skeleton h={60} />}
      {data?.data.length === 0 && data.imported.length === 0 && <EmptyState {...t.none} />}
      <Stack gap="md">
        {data?.imported.map(({ kind, identifier, followers }) => (
          <div key={`${kind} ${identifier}`}>
            <Text fw={550}>{identifier}</Text>
            <Note size="xs">
              {[t.imported[kind], ...(followers === null ? [] : [t.importedFollowers(number(followers))])].join(' · ')}
            </Note>
          </div>
        ))}
        {data?.data.map((channel) => (
          <Fragment key={channel.id}>
            <Entry user={user} channel={channel} />
            <Divider />
          </Fragment>
        ))}
        <AddChannel user={user} />
      </Stack>
    </SectionCard>
  );
}

function Entry({ user, channel }: { user: number; channel: Channel }) {
  const t = useChannelsTexts();
  const words = useChannelWords();
  const { day, number } = useFormats();
  const [isOpen, { toggle }] = useDisclosure(false);
  const panel = useId();
  const { id, platform, identifier, proven_by: by, proven_at: at, stated_followers: followers } = channel;
  const name = words.named(words.platforms[platform], identifier);
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="sm">
        <div>
          <NamedState name={name} tone={by === null ? 'warning' : 'good'}>
            {by === null ? words.unproven : words.proven}
          </NamedState>
          <Note size="xs">
            <Anchor
              href={channel.url}
              target="_blank"
              rel="noreferrer"
              size="xs"
              underline="always"
              style={{ overflowWrap: 'anywhere' }}
            >
              {channel.url}
            </Anchor>
            {followers !== null && ` · ${t.followers(number(followers))}`}
            {by !== null && at !== null && ` · ${t.provenOn(t.methods[by], day(at))}`}
          </Note>
        </div>
        <Group gap="xs">
          {by === null && (
            <Button
              size="compact-sm"
              variant="subtle"
              aria-expanded={isOpen}
              aria-controls={panel}
              aria-label={t.instructionsOf(name)}
              onClick={toggle}
            >
              {t.instructions}
            </Button>
          )}
          <ConfirmButton
            button={{ size: 'compact-sm', variant: 'subtle', color: 'red', 'aria-label': t.removeLabel(name) }}
            title={t.removeTitle(name)}
            text={t.removeWords}
            action={t.remove}
            act={() =>
              client.DELETE('/v2/users/{user}/channels/{channel}', { params: { path: { user, channel: id } } })
            }
            done={t.removed}
          />
        </Group>
      </Group>
      {by === null && (
        <Collapse expanded={isOpen} id={panel}>
          <Stack gap="md" pt="xs">
            <Instructions channel={channel} />
            <ProofCheck
              name={name}
              texts={t}
              methods={t.methods}
              check={async () =>
                (
                  await client.POST('/v2/users/{user}/channels/{channel}/check', {
                    params: { path: { user, channel: id } },
                  })
                ).data!
              }
              isProven={({ channel }) => channel.proven_by !== null}
              proven={t.nowProven(name)}
              hint={t.ask}
            />
          </Stack>
        </Collapse>
      )}
    </Stack>
  );
}

const OWN_PAGES: readonly Platform[] = ['blog', 'newsletter', 'podcast'];

/** What to publish as proof: the code, for an own page also the link, and for an own domain the proofs of domains. */
function Instructions({ channel: { platform, proof } }: { channel: Channel }) {
  const t = useChannelsTexts();
  const isOwnPage = OWN_PAGES.includes(platform);
  return (
    <Stack gap="sm">
      <Text size="sm">{isOwnPage ? t.onPage : t.inBio}</Text>
      <ProofPart of={t.title} label={t.code} value={proof.code} />
      {isOwnPage && <ProofPart of={t.title} label={t.link} value={`<a rel="me" href="${proof.link}">…</a>`} />}
      {proof.domain !== null && <ProofInstructions proof={proof.domain} />}
    </Stack>
  );
}

function AddChannel({ user }: { user: number }) {
  const t = useChannelsTexts();
  const words = useChannelWords();
  const form = useForm(
    { platform: 'instagram', address: '', stated_followers: '' },
    {
      send: ({ platform, address, stated_followers: followers }) =>
        client.POST('/v2/users/{user}/channels', {
          params: { path: { user } },
          body: {
            platform: platform as Platform,
            address: address.trim(),
            stated_followers: followers === '' ? null : Number(followers),
          },
        }),
      done: t.added,
    },
  );
  return (
    <Form of={form}>
      <Group align="flex-start" gap="sm">
        <NativeSelect
          label={t.platform}
          data={PLATFORMS.map((value) => ({ value, label: words.platforms[value] }))}
          flex="0 1 160px"
          {...form.text('platform')}
        />
        <LimitedInput
          label={t.label}
          placeholder={t.placeholder}
          required
          max={255}
          autoCapitalize="none"
          spellCheck={false}
          flex="1 1 240px"
          {...form.text('address')}
        />
        <DecimalInput label={t.stated} digits={0} flex="0 1 160px" {...form.value('stated_followers')} />
        <Button type="submit" mt={25} loading={form.isPending}>
          {t.add}
        </Button>
      </Group>
    </Form>
  );
}
