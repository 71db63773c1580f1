import { Anchor, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { MAX_PAGE_SIZE } from '../../../../../src/platform/page-size.ts';
import { api } from '../../../api.ts';
import type { DayRange } from '../../../components/day-range.ts';
import { Fact } from '../../../components/fact.tsx';
import { listed } from '../../../components/listed.ts';
import { Note } from '../../../components/note.tsx';
import { countryName } from '../../../language/codes.ts';
import { useFormats } from '../../../language/formats.ts';
import { useReader } from '../../../language/language.tsx';
import { useCampaignTexts } from '../texts.ts';
import { DrawerSection } from './drawer-section.tsx';
import type { Profile } from './participant.ts';

/** Public facts about these creators, by user. */
export function useProfiles(store: number, users: number[]): ReadonlyMap<number, Profile> {
  const { data } = api.useQuery(
    'get',
    '/advertiser/stores/{id}/influencers',
    { params: { path: { id: store }, query: { users, size: MAX_PAGE_SIZE } } },
    { enabled: users.length > 0 },
  );
  return useMemo(() => new Map(data?.data.map((profile) => [profile.id, profile])), [data]);
}

/** The followers, channels and tags of an applicant, on the board. */
export function ProfileNote({ profile: { followers, social_media: channels, user_tags: tags } }: { profile: Profile }) {
  const t = useCampaignTexts().board.profile;
  const { number } = useFormats();
  const facts = channels.map(({ identifier }) => identifier).concat(tags.map(({ name }) => name));
  if (followers > 0) facts.unshift(t.followers(number(followers)));
  return (
    <Note size="xs" style={{ overflowWrap: 'anywhere' }}>
      {facts.join(' · ')}
    </Note>
  );
}

/** Who a creator is, and the creator's results with the store in the period. */
export function CreatorProfile({ store, user, range }: { store: number; user: number; range: DayRange }) {
  const { board } = useCampaignTexts();
  const t = board.profile;
  const { number, moneyOf } = useFormats();
  const { language } = useReader();
  const profile = useProfiles(store, [user]).get(user);
  const { data } = listed(
    api.useQuery('get', '/v2/stores/{store}/creator-stats', {
      params: { path: { store }, query: { ...range, users: String(user), size: 1 } },
    }),
  );
  const row = data?.data[0];
  const country = profile?.locale.split('_')[1];
  return (
    <>
      {profile !== undefined && (
        <DrawerSection title={t.title}>
          <Stack gap="xs">
            {profile.social_media.map(({ id, type, identifier, followers, is_valid: isValid }) => (
              <Group key={id} justify="space-between" gap="xs">
                {type === 'blog' ? (
                  <Anchor href={`https://${identifier}`} target="_blank" rel="noreferrer" size="sm">
                    {identifier}
                  </Anchor>
                ) : (
                  <Text size="sm">{identifier}</Text>
                )}
                <Note size="xs">
                  {followers > 0 && `${t.followers(number(followers))} · `}
                  {isValid === 1 ? t.proven : t.unproven}
                </Note>
              </Group>
            ))}
            <Note>
              {profile.user_tags
                .map(({ name }) => name)
                .concat(country === undefined ? [] : countryName(country, language))
                .join(' · ')}
            </Note>
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
      </DrawerSection>
    </>
  );
}
