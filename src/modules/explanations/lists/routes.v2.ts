import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type } from 'typebox';
import {
  EXPORT_MEDIA_TYPES,
  type ExportFormat,
  formatField,
  headingLanguage,
  sendExport,
} from '../../../platform/export/export.ts';
import { type Column, inOneBatch } from '../../../platform/export/sheet.ts';
import { countryCode, day, id, list, oneOf, text, whole } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { jsonOrFile } from '../../../platform/http/replies.ts';
import { requestedLocale } from '../../../platform/http/requested-locale.ts';
import { type Language, languageOf } from '../../../platform/locale.ts';
import { presentCursor } from '../../../platform/pagination.ts';
import { onUser } from '../../accounts/index.ts';
import { CLASS_NAMES, CLICK_CLASSES, type ClassName, classNameOf, DEVICES, type Device } from '../../clicks/index.ts';
import { onStore } from '../../stores/index.ts';
import { SOURCE_NAMES, TERMS_NAMES } from '../click-facts.ts';
import type { ExplanationDeps } from '../deps.ts';
import { CreatorClickList, GROUPS, ReasonList, StoreClickList } from '../schemas.ts';
import { countReasons, type ReasonCount } from './count-reasons.ts';
import { checkRange, type ListedClick, listClicks } from './read-clicks.ts';

const tags = ['Statistics'];
const days = {
  from: Type.Optional(day({ description: 'First day; `to` by default.' })),
  to: Type.Optional(day({ description: 'Last day, at most 30 after the first; today by default.' })),
  link_id: Type.Optional(id({ description: 'Clicks on this link.' })),
  offer_id: Type.Optional(whole({ min: 0, description: 'Clicks priced by this campaign; 0: by none.' })),
  classes: Type.Optional(
    list(oneOf(CLASS_NAMES), { min: 1, max: CLASS_NAMES.length, description: 'Clicks of these classes.' }),
  ),
  device: Type.Optional(oneOf(DEVICES, { description: 'Clicks of this class of device.' })),
  country: Type.Optional(countryCode({ description: 'Clicks from this country.' })),
};
const listQuery = {
  ...days,
  after: Type.Optional(text({ max: 64, description: '`meta.next_cursor` of the previous page.' })),
  size: Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'Number of clicks per page.' }),
};
const ofCreator = { user_id: Type.Optional(id({ description: 'Clicks on this creator’s links.' })) };
const reasonQuery = {
  ...days,
  format: Type.Optional(formatField()),
  lang: headingLanguage(),
  group_by: Type.Optional(oneOf(GROUPS, { description: '`none` by default.' })),
};

interface FilterQuery {
  link_id?: number;
  offer_id?: number;
  classes?: ClassName[];
  device?: Device;
  country?: string;
}

/** Lists of clicks, and their reasons, for stores and creators. */
export function clickListRoutes(app: FastifyInstance, { calendar }: ExplanationDeps): void {
  const rangeOf = (query: { from?: string; to?: string }, now: Date) => {
    const to = query.to ?? calendar.dayOf(now.getTime());
    const from = query.from ?? to;
    checkRange(from, to);
    return { from, to };
  };
  const filtersOf = ({ link_id: linkId, offer_id: campaignId, classes, device, country }: FilterQuery) => ({
    linkId,
    campaignId,
    classes,
    device,
    country,
  });

  operation(app, {
    method: 'GET',
    url: '/v2/stores/:store/clicks',
    operationId: 'listStoreClicks',
    assistants: 'search',
    storeKey: true,
    summary: 'List the clicks that led to a store',
    description:
      'Counted or not, each with the reason, latest first. The list contains no data that identifies visitors. docs/operations.md describes how long clicks are kept.',
    tags,
    addition: true,
    policy: onStore('store'),
    query: { ...listQuery, ...ofCreator },
    replies: { 200: StoreClickList },
    handle: async ({ ctx, resource: store, query, request, reply }) => {
      const language = languageOf(requestedLocale(request, reply));
      const filters = {
        of: { storeId: store.id, userId: query.user_id },
        ...rangeOf(query, ctx.now()),
        ...filtersOf(query),
      };
      const { clicks, nextAfter } = await listClicks(ctx, filters, { after: query.after, size: query.size });
      return {
        data: clicks.map((click) => ({
          ...presentClick(click, language),
          user_name: click.userName,
          cost: { minor: click.costMinor, currency: click.currency },
          cost_minor: click.costMinor,
        })),
        meta: { ...presentCursor(nextAfter), next_after: nextAfter },
      };
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/users/:user/clicks',
    operationId: 'listUserClicks',
    assistants: 'search',
    summary: 'List the clicks on a creator’s links',
    description:
      'Counted or not, each with the reason, latest first. The list contains no data that identifies visitors. docs/operations.md describes how long clicks are kept.',
    tags,
    addition: true,
    policy: onUser('user'),
    query: listQuery,
    replies: { 200: CreatorClickList },
    handle: async ({ ctx, resource: user, query, request, reply }) => {
      const language = languageOf(requestedLocale(request, reply));
      const filters = { of: { userId: user.id }, ...rangeOf(query, ctx.now()), ...filtersOf(query) };
      const { clicks, nextAfter } = await listClicks(ctx, filters, { after: query.after, size: query.size });
      return {
        data: clicks.map((click) => ({
          ...presentClick(click, language),
          earned: { minor: click.userMinor, currency: click.currency },
          earned_minor: click.userMinor,
          subs: click.subs ?? {},
        })),
        meta: { ...presentCursor(nextAfter), next_after: nextAfter },
      };
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/stores/:store/click-reasons',
    operationId: 'countStoreClickReasons',
    assistants: 'search',
    storeKey: true,
    summary: 'Count clicks that led to a store by reason',
    tags,
    addition: true,
    policy: onStore('store'),
    query: {
      ...reasonQuery,
      ...ofCreator,
      group_by: Type.Optional(oneOf(STORE_GROUPS, { description: '`none` by default.' })),
    },
    replies: { 200: jsonOrFile(ReasonList, 'The groups, or the same as a file.', ...EXPORT_MEDIA_TYPES) },
    handle: async ({ ctx, resource: store, query, request, reply }) => {
      const language = languageOf(requestedLocale(request, reply));
      const filters = {
        of: { storeId: store.id, userId: query.user_id },
        ...rangeOf(query, ctx.now()),
        ...filtersOf(query),
      };
      const counts = await countReasons(ctx, filters, query.group_by ?? 'none');
      return answerReasons(reply, { format: query.format, headings: query.lang, language, day: filters.to, counts });
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/users/:user/click-reasons',
    operationId: 'countUserClickReasons',
    assistants: 'search',
    summary: 'Count clicks on a creator’s links by reason',
    tags,
    addition: true,
    policy: onUser('user'),
    query: reasonQuery,
    replies: { 200: jsonOrFile(ReasonList, 'The groups, or the same as a file.', ...EXPORT_MEDIA_TYPES) },
    handle: async ({ ctx, resource: user, query, request, reply }) => {
      const language = languageOf(requestedLocale(request, reply));
      const filters = { of: { userId: user.id }, ...rangeOf(query, ctx.now()), ...filtersOf(query) };
      const counts = await countReasons(ctx, filters, query.group_by ?? 'none');
      return answerReasons(reply, { format: query.format, headings: query.lang, language, day: filters.to, counts });
    },
  });
}

/** Sub-ids belong to the creators, so stores do not see them. */
const STORE_GROUPS = ['none', 'day', 'source', 'campaign', 'link', 'landing_path', 'device', 'country'] as const;

function presentClick(click: ListedClick, language: Language) {
  const name = classNameOf(click.class);
  return {
    id: click.id,
    clicked_at: new Date(click.at).toISOString(),
    day: click.day,
    affiliate_link_id: click.linkId,
    affiliate_link_title: click.linkTitle,
    store_id: click.storeId,
    user_id: click.userId,
    offer_id: click.campaignId,
    offer_title: click.campaignTitle,
    class: name,
    reason: CLICK_CLASSES[name].because[language],
    source: SOURCE_NAMES[click.source],
    terms: TERMS_NAMES[click.terms]!,
    device: click.device,
    country: click.country,
    currency: click.currency,
  };
}

/** @param language of the reasons; English unless given */
const reasonColumns = (language: Language = 'en'): Column<ReasonCount>[] => [
  { header: 'Group', kind: 'text', cell: ({ group }) => group ?? '' },
  { header: 'Class', kind: 'text', cell: ({ class: code }) => classNameOf(code) },
  { header: 'Reason', kind: 'text', cell: ({ class: code }) => CLICK_CLASSES[classNameOf(code)].because[language] },
  { header: 'Clicks', kind: 'number', cell: ({ clicks }) => clicks },
];

/** The groups as JSON, or as a file that is named by the last day. */
function answerReasons(
  reply: FastifyReply,
  {
    format,
    headings,
    language,
    day,
    counts,
  }: {
    format: ExportFormat | undefined;
    headings: Language | undefined;
    language: Language;
    day: string;
    counts: readonly ReasonCount[];
  },
) {
  if (format !== undefined)
    return sendExport(reply, format, {
      name: 'clicks',
      language: headings,
      day,
      columns: reasonColumns(headings),
      batches: inOneBatch(counts),
    });
  return {
    data: counts.map(({ group, class: code, clicks }) => {
      const name = classNameOf(code);
      return { group, class: name, reason: CLICK_CLASSES[name].because[language], clicks };
    }),
  };
}
