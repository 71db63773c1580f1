import { sql } from 'drizzle-orm';
import { batchesById } from '../../../platform/export/id-batches.ts';
import type { Column } from '../../../platform/export/sheet.ts';
import { sheetColumns } from '../../../platform/record-fields/records.ts';
import { fileUrl } from '../../../platform/storage/file-url.ts';
import { CAMPAIGN_FIELDS } from './fields.ts';
import type { ListContext } from './list-campaigns.ts';
import { type CampaignFilters, listedCampaigns } from './list-conditions.ts';
import { type CampaignOrder, campaignOrder } from './list-order.ts';
import { type Campaign, readCampaigns } from './read-campaigns.ts';

/** Number of campaigns that are read and in memory at a time. */
const BATCH = 100;

/** Reads every campaign of a list in its order, in batches. */
export async function readCampaignBatches(
  ctx: ListContext,
  { filters, order }: { filters: CampaignFilters; order: CampaignOrder },
) {
  const list = {
    id: sql`o.id`,
    from: sql`campaigns o WHERE ${listedCampaigns(ctx, filters)}`,
    order: campaignOrder(order, ctx.now()),
  };
  return batchesById<Campaign>(ctx.db, list, {
    size: BATCH,
    read: (ids) => readCampaigns(ctx, ids),
  });
}

/** The columns of the campaign export. */
export function campaignColumns(publicUrl: string): Column<Campaign>[] {
  const { text, name, type, priority, validFrom, validUntil, maxClicks, ...others } = sheetColumns<
    typeof CAMPAIGN_FIELDS,
    Campaign
  >(CAMPAIGN_FIELDS);
  return [
    { header: 'Campaign', kind: 'number', cell: (campaign) => campaign.id },
    { header: 'Title', kind: 'text', cell: ({ shownTitle }) => shownTitle },
    text,
    name,
    type,
    { header: 'Status', kind: 'text', cell: (campaign) => campaign.status },
    { header: 'Store', kind: 'number', cell: (campaign) => campaign.storeId },
    priority,
    validFrom,
    validUntil,
    { header: 'Currency', kind: 'text', cell: (campaign) => campaign.currency },
    ...priceColumns,
    { header: 'Clicks', kind: 'number', cell: (campaign) => campaign.clicks },
    maxClicks,
    { header: 'Spent', kind: 'amount', cell: (campaign) => amount(campaign, campaign.spentMinor) },
    { header: 'Most to spend', kind: 'amount', cell: (campaign) => amount(campaign, campaign.maxMinor) },
    ...Object.values(others),
    { header: 'Token', kind: 'text', cell: (campaign) => campaign.token },
    { header: 'Picture', kind: 'text', cell: (campaign) => fileUrl(publicUrl, campaign.imageKey) },
    { header: 'Made (UTC)', kind: 'time', cell: (campaign) => campaign.createdAt },
    { header: 'Changed (UTC)', kind: 'time', cell: (campaign) => campaign.updatedAt },
  ];
}

/** Effective prices: the store’s where the campaign has none, and General for social clicks without their own price. */
const priceColumns: Column<Campaign>[] = [
  {
    header: 'Price of a click',
    kind: 'amount',
    cell: (campaign) => amount(campaign, campaign.effective.general.cpcMinor),
  },
  {
    header: 'Price of a social click',
    kind: 'amount',
    cell: (campaign) => amount(campaign, campaign.effective.social.cpcMinor),
  },
  { header: 'Part of an order', kind: 'share', cell: (campaign) => campaign.effective.general.cpa },
  {
    header: 'Part of an order after a social click',
    kind: 'share',
    cell: (campaign) => campaign.effective.social.cpa,
  },
  {
    header: 'Fixed amount of an order',
    kind: 'amount',
    cell: (campaign) => amount(campaign, campaign.effective.general.cpoMinor),
  },
  {
    header: 'Fixed amount of an order after a social click',
    kind: 'amount',
    cell: (campaign) => amount(campaign, campaign.effective.social.cpoMinor),
  },
  {
    header: 'Minimum value of an order',
    kind: 'amount',
    cell: (campaign) => amount(campaign, campaign.effective.general.minimumOrderMinor),
  },
];

const amount = ({ currency }: Campaign, minor: number | null) => (minor === null ? null : { minor, currency });
