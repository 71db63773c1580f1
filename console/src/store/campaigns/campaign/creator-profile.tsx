import { Anchor, Group, Image, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { api } from '../../../api.ts';
import { useChannelWords } from '../../../components/channel-words/texts.ts';
import { Note } from '../../../components/note.tsx';
import { countryName } from '../../../language/codes.ts';
import { useFormats } from '../../../language/formats.ts';
import { useReader } from '../../../language/language.tsx';
import { useCampaignTexts } from '../texts.ts';
import type { Profile } from './participant.ts';

type Channel = Profile['channels'][number];

/** What the store sees of these participants, by participant; nothing of those who have neither applied nor joined. */
export function useProfiles(offer: number, participants: number[]): ReadonlyMap<number, Profile> {
  const { data } = api.useQuery(
    'get',
    '/v2/offers/{offer}/participant-profiles',
    { params: { path: { offer }, query: { 'participants[]': participants } } },
    { enabled: participants.length > 0 },
  );
  return useMemo(() => new Map(data?.data.map((profile) => [profile.participant_id, profile])), [data]);
}

/** A channel as a link, with platform, proof and followers. */
export function ChannelLine({ channel, size }: { channel: Channel; size: 'xs' | 'sm' }) {
  const t = useCampaignTexts().board.profile;
  const words = useChannelWords();
  const { number } = useFormats();
  const { platform, identifier, url, is_proven: isProven, followers, stated_followers: stated } = channel;
  const name = platform === null ? identifier : words.named(words.platforms[platform], identifier);
  const facts = [
    ...(followers !== null ? [t.followers(number(followers))] : []),
    ...(followers === null && stated !== null ? [t.stated(number(stated))] : []),
    isProven ? words.proven : words.unproven,
  ];
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      {url === null ? (
        <Text size={size} span>
          {name}
        </Text>
      ) : (
        <Anchor href={url} target="_blank" rel="noreferrer" size={size} underline="always">
          {name}
        </Anchor>
      )}
      <Note size="xs">{facts.join(' · ')}</Note>
    </div>
  );
}

/** Market or country, languages, topics and tags of a creator, in words. */
export function useProfileWords() {
  const { language } = useReader();
  const languages = new Intl.DisplayNames(language, { type: 'language' });
  return ({ market, country, languages: codes, topics, tags }: Profile): string[] =>
    [
      market ?? (country === null ? null : countryName(country, language)),
      ...codes.map((code) => languages.of(code) ?? code),
      ...topics.map(({ name }) => name),
      ...tags.map(({ name }) => name),
    ].filter((word) => word !== null);
}

/** How many channels a card shows. */
const ON_CARD = 2;

/** Who applies, on the board: picture, message, text, channels and topics. */
export function ProfileNote({ profile }: { profile: Profile }) {
  const words = useProfileWords();
  const { board: t } = useCampaignTexts();
  const { number } = useFormats();
  const { picture_url: picture, bio, message, channels, answers, own_results: own } = profile;
  const answered = answers.filter(({ answer }) => answer !== null).length;
  return (
    <Stack gap={4}>
      {message !== null && (
        <Text size="xs" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
          {t.profile.quoted(message)}
        </Text>
      )}
      <Group gap="xs" wrap="nowrap" align="flex-start">
        {picture !== null && <Image src={picture} alt="" w={36} h={36} fit="cover" radius="sm" />}
        <Note size="xs" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {bio}
        </Note>
      </Group>
      {channels.slice(0, ON_CARD).map((channel) => (
        <ChannelLine key={`${channel.platform} ${channel.identifier}`} channel={channel} size="xs" />
      ))}
      {own !== null && <Note size="xs">{t.profile.own(number(own.clicks), number(own.orders))}</Note>}
      <Note size="xs" style={{ overflowWrap: 'anywhere' }}>
        {words(profile)
          .concat(answers.length === 0 ? [] : [t.profile.answered(answered, answers.length)])
          .join(' · ')}
      </Note>
    </Stack>
  );
}
