import { Alert, Badge, Card, Divider, Group, Loader, Skeleton, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { paths } from '@tributary/client';
import { api } from '../../../api.ts';
import { Note, Strong } from '../../../components/note.tsx';
import { SectionTitle } from '../../../components/section-title.tsx';
import { useFormats } from '../../../language/formats.ts';
import { useCampaignTexts } from '../texts.ts';
import { CreatorPreview } from './creator-preview.tsx';
import type { Draft } from './draft.ts';
import type { CampaignBody } from './plain-fields.ts';

type Preview = paths['/v2/stores/{store}/offer-previews']['post']['responses']['200']['content']['application/json'];

/** Estimate of the draft campaign, computed by the server. */
export function PreviewPanel({
  store,
  body,
  offer,
  waits,
  draft,
  picture,
}: {
  store: number;
  /** The campaign that is edited; undefined: a new one. */
  offer: number | undefined;
  body: CampaignBody;
  /** Why there is no estimate: a field is invalid; null if all are valid. */
  waits: string | null;
  draft: Draft;
  picture: string | null;
}) {
  const t = useCampaignTexts().form.preview;
  // The estimate does not depend on title and texts.
  const { campaign_text: _, name: __, ...rest } = body;
  const edited = offer === undefined ? {} : { offer_id: offer };
  const [asked] = useDebouncedValue({ ...rest, ...edited, campaign_title: '–' }, 350);
  const { data, error, isPlaceholderData } = api.useQuery(
    'post',
    '/v2/stores/{store}/offer-previews',
    { params: { path: { store } }, body: asked },
    {
      placeholderData: (before: Preview | undefined) => before,
      enabled: waits === null,
      retry: false,
      refetchOnWindowFocus: false,
    },
  );
  return (
    <Card component="aside" aria-label={t.title}>
      <Group justify="space-between" mb="sm" wrap="nowrap">
        <SectionTitle>{t.title}</SectionTitle>
        {isPlaceholderData && <Loader size={16} aria-hidden />}
      </Group>
      <div aria-live="polite" aria-busy={isPlaceholderData}>
        {(waits !== null || error) && (
          <Alert color="orange" variant="light" mb="sm">
            {waits ?? t.cannot}
          </Alert>
        )}
        {waits === null && data === undefined && !error && <Skeleton h={180} />}
        {waits === null && data !== undefined && <Reckoned preview={data} draft={draft} body={body} />}
      </div>
      <Divider my="md" />
      <CreatorPreview draft={draft} picture={picture} />
    </Card>
  );
}

function Reckoned({ preview, body }: { preview: Preview; draft: Draft; body: CampaignBody }) {
  const t = useCampaignTexts().form.preview;
  const { money, number } = useFormats();
  const { audience, click, order, currency, skipped_targets: skipped } = preview;
  const isEveryone = body.type === 'standard' && Object.values(body.targets).every((list) => list.length === 0);
  return (
    <Stack gap="md">
      <div>
        <Reach audience={audience} isEveryone={isEveryone} />
        {audience.sample.length > 0 && (
          <>
            <Text size="xs" c="dimmed" mt="xs" mb={4}>
              {t.some}
            </Text>
            <Group gap={6}>
              {audience.sample.map(({ user_id: id, display_name: name }) => (
                <Badge key={id} variant="light" color="gray" tt="none" autoContrast c="var(--mantine-color-text)">
                  {name}
                </Badge>
              ))}
            </Group>
          </>
        )}
        {skipped.user_ids.length > 0 && (
          <Text size="sm" className="is-worse" mt="xs">
            {t.skipped(number(skipped.user_ids.length))}
          </Text>
        )}
      </div>
      <Cost
        title={t.click}
        cost={money(click.cost, currency)}
        shared={money(click.shared, currency)}
        creator={money(click.creator, currency)}
      />
      {order === null ? (
        <Note>{t.noOrder}</Note>
      ) : (
        <Cost
          title={t.order(money(order.value, currency))}
          cost={money(order.cost, currency)}
          shared={money(order.shared, currency)}
          creator={money(order.creator, currency)}
        />
      )}
      <Lasting preview={preview} />
    </Stack>
  );
}

/** Audience size: exact for named creators, rounded for groups. */
function Reach({ audience, isEveryone }: { audience: Preview['audience']; isEveryone: boolean }) {
  const t = useCampaignTexts().form.preview;
  const { number } = useFormats();
  const { creators, by_group: byGroup, addresses } = audience;
  const lines = [
    ...(byGroup === null ? [] : [[byGroup === 0 ? t.fewByGroup : t.byGroup(number(byGroup)), t.byGroupHint]]),
    ...(creators > 0 ? [[t.reach(number(creators), creators), isEveryone ? t.everyone : t.reachHint]] : []),
  ];
  if (lines.length === 0) lines.push([t.reach(number(0), 0), addresses === 0 ? t.nobody : '']);
  return (
    <Stack gap="xs" data-testid="audience">
      {lines.map(([words, hint], at) => (
        <div key={words}>
          <Text fz={at === 0 ? 28 : 18} fw={680} lh={1.2}>
            {words}
          </Text>
          {hint !== '' && <Note>{hint}</Note>}
        </div>
      ))}
      {addresses > 0 && <Text size="sm">{t.addresses(number(addresses), addresses)}</Text>}
    </Stack>
  );
}

function Cost({ title, cost, shared, creator }: { title: string; cost: string; shared: string; creator: string }) {
  const t = useCampaignTexts().form.preview;
  return (
    <div>
      <Strong>{title}</Strong>
      {[[t.costsYou, cost], ...(shared === cost ? [] : [[t.shared, shared]]), [t.creatorGets, creator]].map(
        ([label, value]) => (
          <Group key={label} justify="space-between" wrap="nowrap">
            <Note>{label}</Note>
            <Strong>{value}</Strong>
          </Group>
        ),
      )}
    </div>
  );
}

function Lasting({ preview: { budget_days: days, pace } }: { preview: Preview }) {
  const t = useCampaignTexts().form.preview;
  const { number } = useFormats();
  const isIdle = pace.clicks_per_day === 0;
  return (
    <div>
      <Strong>{t.lasts}</Strong>
      {days !== null && <Text size="sm">{t.days(number(days))}</Text>}
      <Note>{days !== null ? t.lastsHint(number(pace.clicks_per_day)) : isIdle ? t.noPace : t.noEnd}</Note>
    </div>
  );
}
