import { sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { CLICK_CLASSES, ClickClass, classNameOf } from '../clicks/index.ts';
import { addBookings, addHolds, addVoids } from './add-bookings.ts';
import { addCandidates, readPassedOver } from './add-candidates.ts';
import { addShares } from './add-shares.ts';
import { readCampaignTitles } from './campaign-titles.ts';
import { type ClickFacts, SOURCE_NAMES, TERMS_NAMES } from './click-facts.ts';
import { Explaining, type Explanation, readerOf } from './explanation.ts';
import type { Words } from './words/words.ts';

/** Maximum number of campaigns that are named as not applying. */
const MAX_OTHERS = 20;

/** Explains the cost and the earnings of a click to a permitted reader. */
export async function explainClick(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  click: ClickFacts,
  words: Words,
): Promise<Explanation> {
  const titles = await readCampaignTitles(db, [
    click.campaignId,
    ...(click.candidates ?? []).map((one) => one.campaign),
  ]);
  const explaining = new Explaining(readerOf(actor, click), click.currency, words, titles);
  const { texts, language } = explaining.words;
  const voided = click.class === ClickClass.void ? await voidOf(db, click.id) : null;
  const name = classNameOf(click.class);
  const record = { kind: 'click' as const, id: click.id };
  const counted = voided === null ? name : 'counted';
  explaining.add('classification', {
    inputs: { clicked_at: click.at, day_on: click.day, source: SOURCE_NAMES[click.source], link_id: click.linkId },
    result: counted,
    because: CLICK_CLASSES[counted].because[language],
    record,
  });
  addCandidates(explaining, click);
  await addOthers(explaining, db, click);
  if (name === 'credit_limit') addCredit(explaining, click);
  const isPriced = counted === 'counted' && click.terms !== 0;
  const priced = voided ?? { store: click.costMinor, creator: click.userMinor, agency: click.agencyMinor };
  if (isPriced) addPrice(explaining, click, priced);
  else
    explaining.add('price', {
      inputs: { class: counted, terms: TERMS_NAMES[click.terms]! },
      result: 0,
      because: counted === 'counted' ? texts.free : texts.notCounted,
      record,
    });
  await addLostOrders(explaining, db, click);
  const split = { store: click.costMinor, creator: click.userMinor, agency: click.agencyMinor };
  await addVoids(explaining, db, { kind: 'clicks', id: click.id });
  const origin = `${click.linkId}:${click.day}:${click.class === 0 ? (click.campaignId ?? 0) : 0}:${click.agencyId ?? 0}`;
  if (split.store !== 0 || split.creator !== 0) {
    await addHolds(explaining, db, click);
    await addBookings(explaining, db, { kind: 'clicks', id: origin }, 'clicks');
  }
  const classified = CLICK_CLASSES[name].because[language];
  const values = explaining.summaryValues(split, {
    price: texts.summary.priceOfClick(explaining.money(click.cpcMinor), SOURCE_NAMES[click.source] === 'social'),
    campaignId: click.campaignId,
    userSharePpm: click.userSharePpm,
    agencySharePpm: click.agencySharePpm,
  });
  const isFree = name === 'counted' && !isPriced;
  const summary =
    name !== 'counted' || isFree
      ? texts.summary.nothing(isFree ? texts.free : classified)
      : texts.summary.earned(values);
  return explaining.finish({ kind: 'click', id: click.id }, summary, name, split);
}

function addPrice(
  explaining: Explaining,
  click: ClickFacts,
  priced: { store: number; creator: number; agency: number },
) {
  const { texts } = explaining.words;
  const terms = TERMS_NAMES[click.terms]!;
  const record = { kind: 'click' as const, id: click.id };
  const kept = click.candidates?.find(
    ({ kind, campaign }) => kind === click.terms && (campaign ?? null) === click.campaignId,
  );
  explaining.add('price', {
    inputs: { terms, campaign_id: click.campaignId, cpc_minor: click.cpcMinor },
    result: click.cpcMinor,
    because: texts.priced[terms](explaining.money(click.cpcMinor)),
    record,
  });
  if (explaining.reader.store)
    explaining.add('bill', {
      inputs: { invoice_cpc_minor: priced.store },
      result: priced.store,
      because: texts.clickBill(explaining.money(priced.store)),
      record,
    });
  addShares(explaining, {
    baseMinor: click.cpcMinor,
    partPpm: null,
    userSharePpm: click.userSharePpm,
    agencySharePpm: click.agencySharePpm,
    userFrom: kept?.user_from ?? null,
    agencyFrom: kept?.agency_from ?? null,
    agencyId: click.agencyId,
    split: priced,
  });
}

function addCredit(explaining: Explaining, click: ClickFacts): void {
  const left = readPassedOver(click.passedOver).creditMinor;
  if (!explaining.reader.store) explaining.omit('store_credit');
  explaining.add('credit', {
    inputs: explaining.reader.store && left !== null ? { credit_left_minor: left } : {},
    result: 'not_covered',
    because: explaining.words.texts.creditExceeded,
  });
}

/** Running campaigns of the store that were not candidates; shown only to the store, which may know of all of them. */
async function addOthers(explaining: Explaining, db: Database, click: ClickFacts): Promise<void> {
  if (click.candidates === null) return;
  if (!explaining.reader.store) {
    explaining.omit('other_campaigns');
    return;
  }
  const texts = explaining.words.texts.candidates;
  const known = click.candidates.flatMap(({ campaign }) => campaign ?? []);
  const { rows } = await db.execute<{
    id: number;
    title: string;
    only_other: boolean;
    active: boolean;
    deleted: boolean;
  }>(sql`
    SELECT o.id, o.shown_title AS title, coalesce(only_user_id <> ${click.userId}, false) AS only_other, active, deleted_at IS NOT NULL AS deleted FROM campaigns o
    WHERE store_id = ${click.storeId} AND id <> ALL (${sql.param(known)}::bigint[]) AND created_at <= ${click.at}
      AND coalesce(valid_from <= ${click.at}, true) AND coalesce(valid_until >= ${click.at}, true)
    ORDER BY campaign_precedence(o) LIMIT ${MAX_OTHERS}`);
  for (const { id, title, only_other: isForOther, active, deleted } of rows)
    explaining.add('audience', {
      inputs: { campaign_id: id, is_active: active, is_deleted: deleted },
      result: 'no_candidate',
      because: texts.of({ campaign: title, sentence: isForOther ? texts.otherCreator : texts.noCandidate }),
      record: { kind: 'campaign', id: String(id), title },
    });
}

/** Maximum number of orders of another creator that are named. One click rarely leads to several orders. */
const MAX_LOST_ORDERS = 20;

/** Orders that name the click and are another creator's, so that the creator of the click finds their explanations. */
async function addLostOrders(explaining: Explaining, db: Database, click: ClickFacts): Promise<void> {
  const { rows } = await db.execute<{ id: number; order_at: string }>(sql`
    SELECT id, order_at FROM orders
    WHERE click_id = ${click.id} AND store_id = ${click.storeId} AND user_id <> ${click.userId} ORDER BY id LIMIT ${MAX_LOST_ORDERS}`);
  for (const { id, order_at: at } of rows)
    explaining.add('order', {
      inputs: { ordered_at: new Date(at).toISOString() },
      result: 'another_creator',
      because: explaining.words.texts.namedByOrder,
      record: { kind: 'order', id: String(id) },
    });
}

async function voidOf(db: Database, clickId: string) {
  const { rows } = await db.execute<{ cost_minor: number; user_minor: number; agency_minor: number }>(sql`
    SELECT i.cost_minor, i.user_minor, i.agency_minor FROM void_items i JOIN voids v ON v.id = i.void_id
    WHERE i.item = ${clickId} AND v.kind = 'clicks' AND v.undone_at IS NULL ORDER BY v.id DESC LIMIT 1`);
  const row = rows[0];
  return row === undefined ? null : { store: row.cost_minor, creator: row.user_minor, agency: row.agency_minor };
}
