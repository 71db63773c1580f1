import { Anchor, Group, Image, SimpleGrid, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { api } from '../../../api.ts';
import type { DayRange } from '../../../components/day-range.ts';
import { Fact } from '../../../components/fact.tsx';
import { listed } from '../../../components/listed.ts';
import { Note, Strong } from '../../../components/note.tsx';
import { useFormats } from '../../../language/formats.ts';
import { useCampaignTexts } from '../texts.ts';
import { ChannelLine, useProfiles, useProfileWords } from './creator-profile.tsx';
import { DrawerSection } from './drawer-section.tsx';

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
