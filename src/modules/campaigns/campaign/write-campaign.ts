import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { userOf } from '../../../platform/auth/actor.ts';
import { requireFinance } from '../../../platform/auth/finance.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { columnValues } from '../../../platform/record-fields/records.ts';
import { writeAudit } from '../../accounts/index.ts';
import { changeInVersions, keepPromisedTerms, keepVersion, lockStore, refuseTermsAtLimit } from '../../stores/index.ts';
import type { CampaignType } from '../participants/transitions.ts';
import {
  findOrAddSharedBudget,
  type SharedBudgetContent,
  setSharedBudget,
} from '../shared-budgets/write-shared-budget.ts';
import { CAMPAIGN_FIELDS, type CampaignFields } from './fields.ts';
import { placedAfter } from './place-after.ts';
import type { PriceChange, PriceField } from './price-input.ts';
import { addTargets, clearTargets, NO_TARGETS, type Targets } from './targets.ts';
import { type GivenPrices, refusePricesAtLimit, writePrices } from './write-prices.ts';

type Undefinable<T> = { [Key in keyof T]?: T[Key] | undefined };

/** The input of a campaign. Omitted fields are unchanged; for a new campaign they have their defaults. */
export interface CampaignInput extends Undefinable<CampaignFields>, GivenPrices {
  /** The campaign of the store after which this one is placed in the order in which terms apply. */
  priorityAfter?: number | undefined;
  /** The title and the amount of the campaign's shared budget: of the one that it has, unless `isOther`, or of one that it is to have. */
  sharedBudget?: (SharedBudgetContent & { isOther?: boolean }) | undefined;
  /** All targets of these kinds; other kinds remain unchanged. */
  targets?: Partial<Targets> | undefined;
}

/** The caller's names of the fields that are checked against each other or against the database, for the errors. */
export interface CampaignFieldNames {
  oneTimePayment: string;
  validFrom: string;
  validUntil: string;
  sharedBudget: string;
  storeGroup: string;
  priorityAfter: string;
  userTagIds: string;
  storeGroupIds: string;
  agencyIds: string;
  revenueTierIds: string;
  /** The name of a field of prices. */
  price(field: PriceField): string;
  /** Follows the position of an entry whose id is a separate field. */
  entryId?: string;
}

/** A campaign to create in a store. */
export interface NewCampaign {
  storeId: number;
  input: CampaignInput & { type: CampaignType };
  names: CampaignFieldNames;
  /** The campaign that a preview would change: costs and shares that administrators have set for it are continued. */
  like?: number | undefined;
  /** Whether the caller rolls the transaction back, so that nothing is promised. */
  isDraft?: boolean;
}

/** The written campaign, and the targeted users who were skipped. */
export interface WrittenCampaign {
  id: number;
  skippedUserIds: number[];
}

/** The fields that are checked against each other, with their new values. */
type Whole = Pick<
  CampaignFields,
  | 'type'
  | 'active'
  | 'validFrom'
  | 'validUntil'
  | 'hasOnetimePayment'
  | 'oneTimePaymentMinor'
  | 'sharedBudgetId'
  | 'storeGroupId'
> & { todo: readonly string[] };

/**
 * Creates a campaign of a store, with its prices, targets and participants, in one transaction.
 * @throws Forbidden as `requireFinance` for a one-time payment; InvalidInput for contradictory fields, and for ids that the store does not have; RuleRefused `credit_limit` for terms
 *   with a cost when the store has no remaining credit
 */
export async function createCampaign(
  ctx: Context,
  { storeId, input, names, like, isDraft = false }: NewCampaign,
): Promise<WrittenCampaign> {
  return ctx.db.transaction(async (tx) => {
    if (input.sharedBudget !== undefined) await lockStore(tx, storeId);
    const fields = {
      ...plainFields(input),
      ...(await sharedBudgetOf(tx, { storeId, currentId: null }, input)),
      ...(await placedAfter(tx, { storeId, campaignId: null, otherId: input.priorityAfter }, names)),
    };
    if (like !== undefined) await refuseForeign(tx, { storeId, campaignId: like });
    const whole = { ...DEFAULTS, ...fields, type: input.type };
    if (!isDraft && oneTimePaymentOf(whole) > 0) requireFinance(ctx.actor, storeId);
    await refuseContradictions(tx, storeId, whole, names);
    if (promisesPayment(input)) await refuseTermsAtLimit(tx, storeId);
    const at = sql`${ctx.now().toISOString()}::timestamptz`;
    const set = [
      ...columnValues(CAMPAIGN_FIELDS, fields),
      { column: sql`store_id`, value: sql`${storeId}` },
      { column: sql`token`, value: sql`${newToken()}` },
      { column: sql`created_by`, value: sql`${userOf(ctx.actor.userId)}` },
      { column: sql`created_at`, value: at },
      { column: sql`updated_at`, value: at },
    ];
    const columns = sql.join(
      set.map(({ column }) => column),
      sql`, `,
    );
    const values = sql.join(
      set.map(({ value }) => value),
      sql`, `,
    );
    const { rows } = await tx.execute<{ id: number }>(
      sql`INSERT INTO campaigns (${columns}) VALUES (${values}) RETURNING id`,
    );
    const id = rows[0]!.id;
    if (RULE_FIELDS.some((name) => fields[name] != null))
      await keepVersion(tx, { storeId, campaignId: id }, { actorId: userOf(ctx.actor.userId), at: ctx.now() });
    const priced = { storeId, campaignId: id, like: like ?? null };
    await writePrices({ ...ctx, db: tx }, priced, input, names.price);
    if (input.active !== false) await refusePricesAtLimit(tx, priced);
    const campaign = { id, storeId, type: input.type, todo: input.todo ?? [] };
    const targets = { ...NO_TARGETS, ...input.targets };
    const { skippedUserIds } = await addTargets({ ...ctx, db: tx }, { campaign, targets, fields: names });
    await audit(tx, ctx, 'offer.created', id, input);
    if (!isDraft) await keepPromisedTerms({ ...ctx, db: tx }, { storeId });
    return { id, skippedUserIds };
  });
}

/**
 * Changes a campaign, from the next click.
 * @throws NotFound when it has been deleted; Forbidden as `requireFinance` for a higher one-time payment; InvalidInput as `createCampaign`; RuleRefused `type_fixed` when it has participants,
 *   `credit_limit` as `createCampaign`
 */
export async function updateCampaign(
  ctx: Context,
  { campaignId, input, names }: { campaignId: number; input: CampaignInput; names: CampaignFieldNames },
): Promise<WrittenCampaign> {
  return ctx.db.transaction(async (tx) => {
    if (input.priorityAfter !== undefined || input.sharedBudget !== undefined) await lockStoreOf(tx, campaignId);
    const { storeId, ...was } = await lockCampaign(tx, campaignId);
    const fields = {
      ...plainFields(input),
      ...(await sharedBudgetOf(tx, { storeId, currentId: was.sharedBudgetId }, input)),
      ...(await placedAfter(tx, { storeId, campaignId, otherId: input.priorityAfter }, names)),
    };
    const whole: Whole = { ...was, ...fields };
    if (oneTimePaymentOf(whole) > oneTimePaymentOf(was)) requireFinance(ctx.actor, storeId);
    await refuseContradictions(tx, storeId, whole, names);
    if (promisesPayment(input)) await refuseTermsAtLimit(tx, storeId);
    if (whole.type !== was.type) await refuseNewType(tx, campaignId);
    const set = columnValues(CAMPAIGN_FIELDS, fields).map(({ column, value }) => sql`${column} = ${value}`);
    set.push(sql`updated_at = ${ctx.now().toISOString()}`);
    const write = () => tx.execute(sql`UPDATE campaigns SET ${sql.join(set, sql`, `)} WHERE id = ${campaignId}`);
    if (RULE_FIELDS.every((name) => fields[name] === undefined)) await write();
    else await changeInVersions({ ...ctx, db: tx }, { storeId, campaignId }, write);
    // The counters of the campaign are locked before its budget, as for clicks.
    if (input.sharedBudget !== undefined && whole.sharedBudgetId !== null)
      await setSharedBudget(tx, { storeId, id: whole.sharedBudgetId }, input.sharedBudget, {
        names: { title: 'shared_budget.title' },
        at: ctx.now(),
      });
    await writePrices({ ...ctx, db: tx }, { storeId, campaignId, like: campaignId }, input, names.price);
    if (whole.active && !was.active) await refuseToResume(tx, { ...whole, storeId, campaignId });
    else if (raisesPrices(input)) await refusePricesAtLimit(tx, { storeId, campaignId });
    if (input.todo !== undefined) await setTodo(tx, campaignId, input.todo);
    let skippedUserIds: number[] = [];
    // When the type of a campaign changes, its targeted users become participants.
    const becomesParticipationCampaign = was.type === 'standard' && whole.type !== 'standard';
    if (input.targets !== undefined || becomesParticipationCampaign) {
      const before = becomesParticipationCampaign ? await readPeople(tx, campaignId) : {};
      await clearTargets(tx, campaignId, Object.keys(input.targets ?? {}) as (keyof Targets)[]);
      const campaign = { id: campaignId, storeId, type: whole.type, todo: whole.todo };
      const targets = { ...NO_TARGETS, ...before, ...input.targets };
      ({ skippedUserIds } = await addTargets({ ...ctx, db: tx }, { campaign, targets, fields: names }));
    }
    await audit(tx, ctx, 'offer.updated', campaignId, input);
    await keepPromisedTerms({ ...ctx, db: tx }, { storeId });
    return { id: campaignId, skippedUserIds };
  });
}

/** The one-time payment that a campaign promises to each participant, in minor units of the store's currency. */
function oneTimePaymentOf({ hasOnetimePayment, oneTimePaymentMinor }: Whole): number {
  return hasOnetimePayment ? (oneTimePaymentMinor ?? 0) : 0;
}

/**
 * Refuses to resume a campaign with a cost when its store has no remaining credit. Call it when its prices are written.
 * @param campaign `oneTimePaymentMinor`: the payment that it promises, in minor units; null: none
 * @throws RuleRefused `credit_limit`
 */
export async function refuseToResume(
  tx: Database,
  campaign: { storeId: number; campaignId: number; oneTimePaymentMinor: number | null },
): Promise<void> {
  if ((campaign.oneTimePaymentMinor ?? 0) > 0) await refuseTermsAtLimit(tx, campaign.storeId);
  else await refusePricesAtLimit(tx, campaign);
}

/** Returns whether an input promises a payment. A campaign that is saved as paused promises nothing yet. */
function promisesPayment({ active, oneTimePaymentMinor }: CampaignInput): boolean {
  return active !== false && (oneTimePaymentMinor ?? 0) > 0;
}

/** Returns whether an input sets prices that may have a cost. A price that is left out or removed may have one: the store's own. */
function raisesPrices({ active, prices, priceChanges = {} }: CampaignInput): boolean {
  if (active === false) return false;
  const given = Object.values(priceChanges).flatMap(({ cpcMinor, cpa }: PriceChange) => [cpcMinor, cpa]);
  return prices !== undefined || given.some((price) => price !== undefined && price !== 0);
}

/** The campaign's rules for its orders, which are kept in versions. */
const RULE_FIELDS = ['attribution', 'attributionWindowDays', 'approvalDays'] as const;

const DEFAULTS = {
  validFrom: null,
  validUntil: null,
  hasOnetimePayment: false,
  oneTimePaymentMinor: null,
  sharedBudgetId: null,
  active: true,
  storeGroupId: null,
  todo: [] as readonly string[],
};

/** Returns the fields without undefined ones, so that they do not replace others. */
function defined<T extends object>(fields: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

/** The plain fields of an input. */
function plainFields({
  sharedBudget: _,
  priorityAfter: __,
  prices: ___,
  priceChanges: ____,
  areFromRecord: _____,
  targets: ______,
  ...given
}: CampaignInput): Partial<CampaignFields> {
  return defined(given);
}

/** The shared budget of a campaign that gets one by this input; a campaign that has one keeps it, unless another one is wanted. */
async function sharedBudgetOf(
  tx: Database,
  { storeId, currentId }: { storeId: number; currentId: number | null },
  { sharedBudget }: CampaignInput,
): Promise<{ sharedBudgetId?: number }> {
  if (sharedBudget === undefined) return {};
  const { title, amountMinor, isOther = false } = sharedBudget;
  if (currentId !== null && !isOther) return { sharedBudgetId: currentId };
  return { sharedBudgetId: await findOrAddSharedBudget(tx, { storeId, title, amountMinor }) };
}

/** The store is locked before the campaign, as in changes that move priorities; otherwise two changes could deadlock. */
export async function lockStoreOf(tx: Database, campaignId: number): Promise<void> {
  await tx.execute(
    sql`SELECT FROM stores WHERE id = (SELECT store_id FROM campaigns WHERE id = ${campaignId}) FOR NO KEY UPDATE`,
  );
}

/**
 * Locks a campaign for a change, in the caller's transaction. Rows that refer to the campaign (usage of a click, a participant's
 * price) can still be inserted, because the inserting transaction may hold a lock for which the change will wait.
 * @throws NotFound when it has been deleted
 */
export async function lockCampaign(tx: Database, campaignId: number): Promise<Whole & { storeId: number }> {
  const { rows } = await tx.execute<{
    store_id: number;
    type: CampaignType;
    active: boolean;
    valid_from: string | null;
    valid_until: string | null;
    has_onetime_payment: boolean;
    one_time_payment_minor: number | null;
    shared_budget_id: number | null;
    store_group_id: number | null;
    todo: string[];
  }>(sql`
    SELECT store_id, type, active, valid_from, valid_until, has_onetime_payment, one_time_payment_minor, shared_budget_id, store_group_id, todo
    FROM campaigns WHERE id = ${campaignId} AND deleted_at IS NULL FOR NO KEY UPDATE`);
  const row = rows[0];
  if (row === undefined) throw new NotFound('offer');
  return {
    storeId: row.store_id,
    type: row.type,
    active: row.active,
    validFrom: row.valid_from === null ? null : new Date(row.valid_from),
    validUntil: row.valid_until === null ? null : new Date(row.valid_until),
    hasOnetimePayment: row.has_onetime_payment,
    oneTimePaymentMinor: row.one_time_payment_minor,
    sharedBudgetId: row.shared_budget_id,
    storeGroupId: row.store_group_id,
    todo: row.todo,
  };
}

/** @throws InvalidInput naming `offer_id` unless the campaign that a preview would change is one of the store */
async function refuseForeign(
  tx: Database,
  { storeId, campaignId }: { storeId: number; campaignId: number },
): Promise<void> {
  const { rows } = await tx.execute(
    sql`SELECT FROM campaigns WHERE id = ${campaignId} AND store_id = ${storeId} AND deleted_at IS NULL`,
  );
  if (rows.length === 0) throw new InvalidInput({ offer_id: ['must be the id of an offer of the store'] });
}

async function refuseContradictions(
  tx: Database,
  storeId: number,
  whole: Whole,
  names: CampaignFieldNames,
): Promise<void> {
  const { rows } = await tx.execute<{ budget_known: boolean; group_known: boolean }>(sql`
    SELECT ${whole.sharedBudgetId}::bigint IS NULL
        OR EXISTS (SELECT FROM shared_budgets WHERE id = ${whole.sharedBudgetId} AND store_id = ${storeId}) AS budget_known,
      ${whole.storeGroupId}::bigint IS NULL OR EXISTS (SELECT FROM store_groups WHERE id = ${whole.storeGroupId}) AS group_known`);
  const errors: Record<string, string[]> = {};
  if (whole.hasOnetimePayment && whole.oneTimePaymentMinor === null)
    errors[names.oneTimePayment] = ['is required for a campaign with a one-time payment'];
  for (const [field, instant] of [
    [names.validFrom, whole.validFrom],
    [names.validUntil, whole.validUntil],
  ] as const)
    if (instant !== null && (instant.getUTCFullYear() < 1000 || instant.getUTCFullYear() > 9999))
      errors[field] = ['must be in the years 1000 to 9999'];
  if (whole.validFrom !== null && whole.validUntil !== null && whole.validUntil <= whole.validFrom)
    errors[names.validUntil] = ['must be after the start'];
  if (!rows[0]!.budget_known) errors[names.sharedBudget] = ['must be the id of a shared budget of the store'];
  if (!rows[0]!.group_known) errors[names.storeGroup] = ['must be the id of a store group that exists'];
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
}

/** The rules of one type cannot determine how a participant joined under another. */
async function refuseNewType(tx: Database, campaignId: number): Promise<void> {
  const { rows } = await tx.execute(sql`SELECT FROM participants WHERE campaign_id = ${campaignId} LIMIT 1`);
  if (rows.length > 0)
    throw new RuleRefused('type_fixed', 'The type of a campaign that has participants cannot change.');
}

/** Gives participants who are not done the new list. They keep the ticks of items that stay. */
async function setTodo(tx: Database, campaignId: number, todo: readonly string[]): Promise<void> {
  await tx.execute(sql`
    UPDATE participants p SET todo = (
      SELECT jsonb_agg(jsonb_build_object('key', item.key, 'value', coalesce((
        SELECT (t ->> 'value')::boolean FROM jsonb_array_elements(p.todo) t WHERE t ->> 'key' = item.key LIMIT 1), false)) ORDER BY item.n)
      FROM unnest(${sql.param([...todo])}::text[]) WITH ORDINALITY AS item (key, n))
    WHERE p.campaign_id = ${campaignId} AND p.status <> 'done'
      AND ARRAY (SELECT t ->> 'key' FROM jsonb_array_elements(coalesce(p.todo, '[]')) t) <> ${sql.param([...todo])}::text[]`);
}

/** The targets that can be participants. */
async function readPeople(tx: Database, campaignId: number): Promise<Partial<Targets>> {
  const { rows } = await tx.execute<{ user_id: number | null; email: string | null; social_identifier: string | null }>(
    sql`SELECT user_id, email, social_identifier FROM campaign_targets WHERE campaign_id = ${campaignId} ORDER BY id`,
  );
  return {
    userIds: rows.flatMap((row) => row.user_id ?? []),
    emails: rows.flatMap((row) => row.email ?? []),
    socialIdentifiers: rows.flatMap((row) => row.social_identifier ?? []),
  };
}

async function audit(
  tx: Database,
  ctx: Context,
  action: string,
  campaignId: number,
  input: CampaignInput,
): Promise<void> {
  const { areFromRecord: _, ...given } = input;
  const fields = Object.keys(defined(given)).sort();
  await writeAudit(tx, {
    actor: ctx.actor,
    action,
    subjectKind: 'offer',
    subjectId: campaignId,
    details: { fields },
  });
}

/** Ten letters and digits that cannot be mistaken for each other; about fifty random bits. */
function newToken(): string {
  const alphabet = '23456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ';
  const drawn = [...randomBytes(64)].filter((byte) => byte < alphabet.length * 4).slice(0, 10);
  return drawn.map((byte) => alphabet[byte % alphabet.length]).join('');
}
