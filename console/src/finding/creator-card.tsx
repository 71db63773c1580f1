import { Anchor, Button, Group, Image, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { api, client } from '../api.ts';
import { useChannelWords } from '../components/channel-words/texts.ts';
import { Dialog } from '../components/dialog.tsx';
import { Fact } from '../components/fact.tsx';
import { Failure } from '../components/failure.tsx';
import { Form } from '../components/form.tsx';
import { LimitedArea } from '../components/limited-area.tsx';
import { Note, Strong } from '../components/note.tsx';
import { SectionTitle } from '../components/section-title.tsx';
import { useCommonTexts } from '../components/texts.ts';
import { showUndo } from '../components/undo-toast.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useForm } from '../components/use-form.ts';
import { countryName } from '../language/codes.ts';
import { useFormats } from '../language/formats.ts';
import { useReader } from '../language/language.tsx';
import { type Figure, type Found, useBandWords } from './found.ts';
import { idsOf, type Owner, pathOf } from './owner.ts';
import { useFindingTexts } from './texts.ts';

const FIGURES: readonly Figure[] = ['clicks', 'orders', 'conversion', 'approval'];
const MAX_NOTE = 2_000;
/** Stands for the owner of queries that are not sent. */
const NOBODY: Owner = { kind: 'store', id: 0 };

interface CreatorCardProps {
  /** Null: an administrator searches, who sees what the list has read. */
  owner: Owner | null;
  creator: number;
  /** What the list has read. */
  known: Found | undefined;
  mayWrite: boolean;
  /** The list that filters the search, from which the creator can be removed. */
  list: { id: number; name: string } | undefined;
  onOpen: (creator: number) => void;
  onClose: () => void;
}

/** A creator who is found: profile, channels, results, note, and creators who resemble them. */
export function CreatorCard({ owner, creator, known, ...rest }: CreatorCardProps) {
  const { data, error, refetch } = api.useQuery(
    'get',
    pathOf(owner ?? NOBODY, '/v2/stores/{store}/creators/{creator}'),
    { params: { path: { ...idsOf(owner ?? NOBODY), creator } } },
    { enabled: owner !== null },
  );
  const found = data ?? known;
  const t = useFindingTexts();
  return (
    <Dialog isDrawer opened size="lg" title={found?.name ?? t.creator} onClose={rest.onClose}>
      {error && <Failure error={error} onRetry={refetch} />}
      {!error && found === undefined && <Skeleton h={320} />}
      {!error && found !== undefined && (
        <Stack gap="xl">
          <About found={found} />
          <Results found={found} hasOwn={owner?.kind === 'store'} />
          {owner !== null && data !== undefined && rest.mayWrite && (
            <NoteSection key={creator} owner={owner} found={data} />
          )}
          {owner !== null && rest.mayWrite && rest.list !== undefined && (
            <RemoveFromList owner={owner} list={rest.list} creator={creator} onDone={rest.onClose} />
          )}
          {owner !== null && <Similar owner={owner} creator={creator} onOpen={rest.onOpen} />}
        </Stack>
      )}
    </Dialog>
  );
}

/** Removes the creator from the list whose creators are shown. */
function RemoveFromList({
  owner,
  list,
  creator,
  onDone,
}: {
  owner: Owner;
  list: { id: number; name: string };
  creator: number;
  onDone: () => void;
}) {
  const t = useFindingTexts();
  const { undo } = useCommonTexts();
  const params = { path: { ...idsOf(owner), list: list.id } };
  const add = useApiMutation(() =>
    client.POST(pathOf(owner, '/v2/stores/{store}/creator-lists/{list}/members'), {
      params,
      body: { user_ids: [creator] },
    }),
  );
  const removing = useApiMutation(
    () =>
      client.DELETE(pathOf(owner, '/v2/stores/{store}/creator-lists/{list}/members/{creator}'), {
        params: { path: { ...idsOf(owner), list: list.id, creator } },
      }),
    {
      onDone: () => {
        onDone();
        showUndo({ message: t.removed(list.name), label: undo, onUndo: () => add.mutate() });
      },
    },
  );
  return (
    <Button variant="default" w="fit-content" loading={removing.isPending} onClick={() => removing.mutate()}>
      {t.removeFrom(list.name)}
    </Button>
  );
}

function Section({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <SectionTitle order={3}>{title}</SectionTitle>
      {hint && <Note size="xs">{hint}</Note>}
      <div style={{ marginTop: 10 }}>{children}</div>
    </section>
  );
}

function About({ found }: { found: Found }) {
  const t = useFindingTexts();
  const channelWords = useChannelWords();
  const { number, money } = useFormats();
  const { language } = useReader();
  const languages = new Intl.DisplayNames(language, { type: 'language' });
  const facts = [
    ...(found.country === null ? [] : [countryName(found.country, language)]),
    ...found.languages.map((code) => languages.of(code) ?? code),
    ...found.topics.map(({ name }) => name),
  ];
  const rates = found.rates.map(({ kind, amount }) => `${t.rate[kind]} ${money(amount.minor, amount.currency)}`);
  return (
    <Section title={t.about}>
      <Stack gap="xs">
        <Group gap="sm" wrap="nowrap" align="flex-start">
          {found.picture_url !== null && <Image src={found.picture_url} alt="" w={72} h={72} fit="cover" radius="md" />}
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {found.bio}
          </Text>
        </Group>
        {found.channels.map(
          ({ platform, identifier, url, is_proven: isProven, followers, stated_followers: stated }) => (
            <div key={`${platform} ${identifier}`} style={{ overflowWrap: 'anywhere' }}>
              <Anchor href={url} target="_blank" rel="noreferrer" size="sm" underline="always">
                {channelWords.named(channelWords.platforms[platform], identifier)}
              </Anchor>
              <Note size="xs">
                {[
                  ...(followers === null ? [] : [t.counted(number(followers))]),
                  ...(followers === null && stated !== null ? [t.stated(number(stated))] : []),
                  isProven ? channelWords.proven : channelWords.unproven,
                ].join(' · ')}
              </Note>
            </div>
          ),
        )}
        <Note>{facts.join(' · ')}</Note>
        {rates.length > 0 && <Note>{t.asks(rates.join(' · '))}</Note>}
        {found.portfolio.length > 0 && <Strong>{t.work}</Strong>}
        {found.portfolio.map(({ title, url }) => (
          <Anchor key={`${title} ${url}`} href={url} target="_blank" rel="noreferrer" size="sm" underline="always">
            {title}
          </Anchor>
        ))}
      </Stack>
    </Section>
  );
}

function Results({ found, hasOwn }: { found: Found; hasOwn: boolean }) {
  const t = useFindingTexts();
  const bandWords = useBandWords();
  const { number } = useFormats();
  const { results, own_results: own } = found;
  const isShown = FIGURES.some((figure) => results[figure] !== null);
  return (
    <>
      <Section title={t.bands} {...(isShown && { hint: t.bandsHint })}>
        {isShown ? (
          <SimpleGrid component="dl" cols={{ base: 1, xs: 2 }} m={0}>
            {FIGURES.map((figure) => (
              <Fact key={figure} label={t.figures[figure]}>
                {bandWords(figure, results[figure])}
              </Fact>
            ))}
          </SimpleGrid>
        ) : (
          <Note>{t.noBands}</Note>
        )}
      </Section>
      {hasOwn && (
        <Section title={t.ownResults}>
          {own === null ? (
            <Note>{t.noOwn}</Note>
          ) : (
            <SimpleGrid component="dl" cols={{ base: 2, xs: 4 }} m={0}>
              <Fact label={t.figures.clicks}>{number(own.clicks)}</Fact>
              <Fact label={t.figures.orders}>{number(own.orders)}</Fact>
              <Fact label={t.approved}>{number(own.approved_orders)}</Fact>
              <Fact label={t.denied}>{number(own.denied_orders)}</Fact>
            </SimpleGrid>
          )}
        </Section>
      )}
    </>
  );
}

function NoteSection({ owner, found }: { owner: Owner; found: Found }) {
  const t = useFindingTexts();
  const params = { path: { ...idsOf(owner), creator: found.user_id } };
  const url = pathOf(owner, '/v2/stores/{store}/creators/{creator}/note');
  const form = useForm(
    { note: found.note ?? '' },
    {
      send: ({ note }) =>
        note.trim() === '' ? client.DELETE(url, { params }) : client.PUT(url, { params, body: { note } }),
      done: t.noteSaved,
    },
  );
  return (
    <Section title={t.note} hint={owner.kind === 'store' ? t.noteHint : t.agency.noteHint}>
      <Form of={form} action={t.saveNote} isEdit>
        <LimitedArea aria-label={t.note} autosize minRows={2} max={MAX_NOTE} {...form.text('note')} />
      </Form>
    </Section>
  );
}

function Similar({ owner, creator, onOpen }: { owner: Owner; creator: number; onOpen: (creator: number) => void }) {
  const t = useFindingTexts();
  const { data } = api.useQuery('get', pathOf(owner, '/v2/stores/{store}/creators/{creator}/similar'), {
    params: { path: { ...idsOf(owner), creator } },
  });
  if (data === undefined) return <Skeleton h={80} />;
  return (
    <Section title={t.similar}>
      {data.data.length === 0 && <Note>{t.noSimilar}</Note>}
      <Group gap="xs">
        {data.data.map(({ user_id: id, name }) => (
          <Button key={id} variant="default" size="xs" onClick={() => onOpen(id)}>
            {name}
          </Button>
        ))}
      </Group>
    </Section>
  );
}
