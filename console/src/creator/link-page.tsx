import { Anchor, Button, Card, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconSettings, IconShare2 } from '@tabler/icons-react';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { MAX_CLICK_DAYS } from '../../../src/platform/limits.ts';
import { api } from '../api.ts';
import { CopyText } from '../components/copy-text.tsx';
import { CreatorChart } from '../components/creator-chart.tsx';
import { useCreatorStats } from '../components/creator-figures.ts';
import { type DayRange, daysIn, readRange } from '../components/day-range.ts';
import { Dialog } from '../components/dialog.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { daysOf } from '../components/explanation/places.ts';
import { Failure } from '../components/failure.tsx';
import { laterPart } from '../components/lazy-part.tsx';
import { Note } from '../components/note.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { RangePicker } from '../components/range-picker.tsx';
import { StatTile } from '../components/stat-tile.tsx';
import { useFormats } from '../language/formats.ts';
import { useMe } from '../session/use-me.ts';
import { PagePending } from '../shell/page-pending.tsx';
import { QrCode } from './links/qr-code.tsx';
import { LinkTerms } from './new-link/link-terms.tsx';
import { useCreatorTexts } from './texts.ts';

type LinkRecord =
  paths['/v2/users/{user}/link-stats']['get']['responses'][200]['content']['application/json']['data'][number];

const FROM = '/console/creator/links/$link';

const LinkSettings = laterPart(() => import('./links/link-settings.tsx'));
const Clicks = laterPart(() => import('../explained/clicks.tsx'));
const ShareMenu = laterPart(() => import('./links/menus/share-menu.tsx'));

const NOTHING = { clicks: 0, orders: 0, click_earnings_minor: 0, order_earnings_minor: 0 };

/** One link: figures by day, clicks, and settings in a drawer. */
export function LinkPage() {
  const t = useCreatorTexts();
  const { day } = useFormats();
  const { link } = useParams({ from: FROM });
  const search = useSearch({ from: FROM });
  const range = readRange({ ...search });
  const navigate = useNavigate({ from: FROM });
  const { id: user } = useMe();
  const id = /^\d{1,15}$/.test(link) ? Number(link) : -1;
  const params = { path: { user }, query: { link_id: id, size: 1 } };
  const found = api.useQuery('get', '/v2/users/{user}/link-stats', { params }, { enabled: id > 0 });
  if (found.error) return <Failure error={found.error} onRetry={found.refetch} />;
  const record = found.data?.data[0];
  if (record === undefined && (found.data !== undefined || id < 0))
    return (
      <EmptyState isPage title={t.link.missing} hint={t.link.missingHint}>
        <Button renderRoot={(props) => <Link {...props} to="/console/creator/links" />}>{t.links.all}</Button>
      </EmptyState>
    );
  return (
    <>
      <PageHeader
        above={{ label: t.link.back, link: { to: '/console/creator/links' } }}
        title={t.link.one}
        hint={t.link.hint}
        name={record?.title}
        facts={record && `${record.store.name}, ${t.link.made(day(record.created_at))}`}
      >
        <RangePicker
          range={range}
          onChange={(days) => navigate({ search: ({ after: _, ...old }) => ({ ...old, ...days }) })}
        />
        <Button
          size="xs"
          variant="default"
          leftSection={<IconSettings size={14} aria-hidden />}
          onClick={() => navigate({ search: { ...search, settings: true } })}
        >
          {t.settings.title}
        </Button>
      </PageHeader>
      {record === undefined ? <PagePending /> : <KnownLink record={record} range={range} />}
    </>
  );
}

function KnownLink({ record, range }: { record: LinkRecord; range: DayRange }) {
  const t = useCreatorTexts();
  const search = useSearch({ from: FROM });
  const navigate = useNavigate({ from: FROM });
  const { id: user } = useMe();
  return (
    <>
      <Stack gap="lg">
        <Group gap="sm">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {record.url}
          </Text>
          <CopyText text={record.url} of={record.title} />
          <ShareButton url={record.url} title={record.title} />
        </Group>
        <LinkFigures link={record.id} currency={record.currency} range={range} />
        <Card>
          <Group justify="space-between" gap="lg">
            <LinkTerms link={record.id} />
            <Note style={{ overflowWrap: 'anywhere' }} flex="1 1 240px">
              {t.link.leads}{' '}
              <Anchor href={record.original_url} target="_blank" rel="noreferrer" inherit underline="always">
                {record.original_url}
              </Anchor>
            </Note>
            <QrCode link={record.id} title={record.title} />
          </Group>
        </Card>
        {daysIn(range) > MAX_CLICK_DAYS ? (
          <Note>{t.link.tooLong}</Note>
        ) : (
          <Clicks
            whose={{ user }}
            range={range}
            search={{ ...search, link: record.id }}
            onChange={(next) => {
              const { after: _, ...rest } = search;
              void navigate({ search: { ...rest, ...next }, resetScroll: false });
            }}
          />
        )}
      </Stack>
      <Dialog
        isDrawer
        opened={search.settings === true}
        onClose={() => {
          const { settings: _, ...rest } = search;
          void navigate({ search: rest, replace: true });
        }}
        title={t.settings.title}
      >
        <LinkSettings key={record.id} link={record.id} />
      </Dialog>
    </>
  );
}

/** Opens the sharing of the device, where the browser has it, otherwise a menu. */
function ShareButton({ url, title }: { url: string; title: string }) {
  const t = useCreatorTexts().link;
  const hasSharing = typeof navigator.share === 'function';
  const button = (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconShare2 size={14} aria-hidden />}
      // Rejected if the reader closes it, which needs no answer.
      {...(hasSharing && { onClick: () => void navigator.share({ url, title }).catch(() => undefined) })}
    >
      {t.share}
    </Button>
  );
  return hasSharing ? button : <ShareMenu target={button} url={url} title={title} />;
}

function LinkFigures({
  link,
  currency,
  range,
}: {
  link: number;
  currency: string;
  range: { from: string; to: string };
}) {
  const t = useCreatorTexts();
  const { number, money } = useFormats();
  const { id: user } = useMe();
  const { data, error, refetch } = useCreatorStats(user, range, { link });
  if (error) return <Failure error={error} onRetry={refetch} />;
  const figures = data && (data.currencies[0] ?? NOTHING);
  const details = daysOf({ user }, range, { link });
  return (
    <>
      <SimpleGrid cols={{ base: 2, lg: 4 }}>
        <StatTile label={t.links.clicks} link={details} value={figures && number(figures.clicks)} />
        <StatTile label={t.links.orders} link={details} value={figures && number(figures.orders)} />
        <StatTile
          label={t.link.fromClicks}
          link={details}
          value={figures && money(figures.click_earnings_minor, currency)}
        />
        <StatTile
          label={t.link.fromOrders}
          link={details}
          value={figures && money(figures.order_earnings_minor, currency)}
        />
      </SimpleGrid>
      <CreatorChart user={user} range={range} link={link} currency={currency} title={t.link.course} />
    </>
  );
}
