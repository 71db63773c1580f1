import { Anchor, Group, Image, SimpleGrid, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { api } from '../../../api.ts';
import { useChannelWords } from '../../../components/channel-words/texts.ts';
import type { DayRange } from '../../../components/day-range.ts';
import { Fact } from '../../../components/fact.tsx';
import { listed } from '../../../components/listed.ts';
import { Note, Strong } from '../../../components/note.tsx';
import { countryName } from '../../../language/codes.ts';
import { useFormats } from '../../../language/formats.ts';
import { useReader } from '../../../language/language.tsx';
import { useCampaignTexts } from '../texts.ts';
import { DrawerSection } from './drawer-section.tsx';
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
function ChannelLine({ channel, size }: { channel: Channel; size: 'xs' | 'sm' }) {
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
function useProfileWords() {
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

/** Who a creator is, the answers to the questions of the campaign, and the results with the store in the period. */
export function CreatorProfile({
  store,
  offer,
  participant,
  user,
  range,
}: {
  store: number;
  offer: number;
  participant: number;
  user: number;
  range: DayRange;
}) {
  const { board } = useCampaignTexts();
  const t = board.profile;
  const { number, moneyOf, money } = useFormats();
  const words = useProfileWords();
  const profile = useProfiles(offer, [participant]).get(participant);
  const { data } = listed(
    api.useQuery('get', '/v2/stores/{store}/creator-stats', {
      params: { path: { store }, query: { ...range, users: String(user), size: 1 } },
    }),
  );
  const row = data?.data[0];
  return (
    <>
      {profile !== undefined && profile.answers.length > 0 && (
        <DrawerSection title={t.answers}>
          <Stack gap="xs">
            {profile.answers.map(({ id, text, answer }) => (
              <div key={id}>
                <Note size="xs">{text}</Note>
                <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                  {answer ?? t.notAnswered}
                </Text>
              </div>
            ))}
          </Stack>
        </DrawerSection>
      )}
      {profile !== undefined && (
        <DrawerSection title={t.title}>
          <Stack gap="xs">
            <Group gap="sm" wrap="nowrap" align="flex-start">
              {profile.picture_url !== null && (
                <Image src={profile.picture_url} alt="" w={72} h={72} fit="cover" radius="md" />
              )}
              <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {profile.bio}
              </Text>
            </Group>
            {profile.channels.map((channel) => (
              <ChannelLine key={`${channel.platform} ${channel.identifier}`} channel={channel} size="sm" />
            ))}
            <Note>{words(profile).join(' · ')}</Note>
            {profile.rates.length > 0 && (
              <Note>
                {t.asks(
                  profile.rates
                    .map(({ kind, amount }) => `${t.rate[kind]} ${money(amount.minor, amount.currency)}`)
                    .join(' · '),
                )}
              </Note>
            )}
            {profile.portfolio.length > 0 && <Strong>{t.work}</Strong>}
            {profile.portfolio.map(({ title, url }) => (
              <Anchor key={`${title} ${url}`} href={url} target="_blank" rel="noreferrer" size="sm" underline="always">
                {title}
              </Anchor>
            ))}
          </Stack>
        </DrawerSection>
      )}
      <DrawerSection title={t.figures}>
        {data !== undefined && row === undefined && <Note>{t.none}</Note>}
        {row !== undefined && (
          <SimpleGrid component="dl" cols={{ base: 2, xs: 4 }} m={0}>
            <Fact label={board.clicks}>{number(row.clicks)}</Fact>
            <Fact label={board.orders}>{number(row.orders)}</Fact>
            <Fact label={board.orderValue}>{moneyOf(row.order_value.amount, row.order_value.currency)}</Fact>
            <Fact label={board.cost}>{moneyOf(row.cost.amount, row.cost.currency)}</Fact>
          </SimpleGrid>
        )}
        {profile !== undefined && Object.values(profile.results).some((band) => band !== null) && (
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link
                {...props}
                to="/console/shop/$store/creators"
                params={{ store: String(store) }}
                search={{ creator: user }}
              />
            )}
          >
            {t.elsewhere}
          </Anchor>
        )}
      </DrawerSection>
    </>
  );
}
