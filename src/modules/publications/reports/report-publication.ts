import { sql } from 'drizzle-orm';
import type { Calendar } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, RuleRefused } from '../../../platform/errors/errors.ts';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { OutboundError } from '../../../platform/outbound/outbound-error.ts';
import { actedBy, writeAudit } from '../../accounts/index.ts';
import { type Deliverable, lockDeliverable, markPublished } from '../../campaigns/index.ts';
import { listChannels, type Post, readPost } from '../../media/index.ts';
import { requestAddressCheck } from './check-address.ts';
import { notifyOfPublication } from './notify-publication.ts';
import { type DISCLOSURES, lockPublication, type Publication } from './publication.ts';

export const CORRECT_ERRORS = ['other_channel'] as const;
export const REPORT_ERRORS = [
  ...CORRECT_ERRORS,
  'already_published',
  'deliverable_not_approved',
  'not_participating',
] as const;

/** What the creator says of a publication. */
export interface PublicationInput {
  url: string;
  /** `YYYY-MM-DD`, in the platform's time zone. */
  publishedOn: string;
  disclosure: (typeof DISCLOSURES)[number];
  /** Required for the disclosure `other`; empty when there is none. */
  disclosureText: string;
}

interface ReportDeps {
  calendar: Calendar;
  outbound: Pick<Outbound, 'check'>;
}

/**
 * Reports where an approved deliverable was published, notifies the store and requests a check of the address. Neither the status of the participant nor any
 * payment changes.
 * @throws InvalidInput naming `url`, `published_on` or `disclosure_text`; NotFound; RuleRefused with a code of REPORT_ERRORS
 */
export async function reportPublication(
  ctx: Context,
  deps: ReportDeps,
  { deliverable, input }: { deliverable: Deliverable; input: PublicationInput },
): Promise<void> {
  const { url, platform, isProven } = await checked(ctx, deps, deliverable.user.id, input);
  const at = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const { status, takesPart, isDone } = await lockDeliverable(tx, deliverable.id);
    if (status === 'published') throw new RuleRefused('already_published', 'The deliverable is published already.');
    if (status !== 'approved')
      throw new RuleRefused('deliverable_not_approved', 'The store has not approved the deliverable.');
    if (!takesPart && !isDone)
      throw new RuleRefused('not_participating', 'The creator does not take part in the campaign.');
    const { rows } = await tx.execute<{ id: number }>(sql`
      INSERT INTO publications (deliverable_id, participant_id, url, platform, is_on_proven_channel, published_on, disclosure, disclosure_text,
        reported_by, reported_at, updated_at)
      VALUES (${deliverable.id}, ${deliverable.participantId}, ${url}, ${platform}, ${isProven}, ${input.publishedOn}, ${input.disclosure},
        ${input.disclosureText}, ${ctx.actor.userId}, ${at.toISOString()}, ${at.toISOString()}) RETURNING id`);
    const id = rows[0]!.id;
    await markPublished(tx, { id: deliverable.id, isPublished: true, at });
    await requestAddressCheck(tx, { publicationId: id, at });
    const { id: deliverableId, title, campaign, store } = deliverable;
    await notifyOfPublication(tx, { deliverable: { id: deliverableId, title }, campaign, store }, at);
    await audit(ctx, tx, 'reported', { id, deliverable, campaign: deliverable.campaign, user: deliverable.user });
  });
}

/**
 * Corrects a publication, notifies the store, and cancels the store's decision. A changed address is checked again.
 * @throws InvalidInput as `reportPublication`; NotFound; RuleRefused with a code of CORRECT_ERRORS
 */
export async function correctPublication(
  ctx: Context,
  deps: ReportDeps,
  { publication, input }: { publication: Publication; input: PublicationInput },
): Promise<void> {
  const { url, platform, isProven } = await checked(ctx, deps, publication.user.id, input);
  const at = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const before = await lockPublication(tx, publication.id);
    await tx.execute(sql`
      UPDATE publications SET url = ${url}, platform = ${platform}, is_on_proven_channel = ${isProven}, published_on = ${input.publishedOn},
        disclosure = ${input.disclosure}, disclosure_text = ${input.disclosureText}, revision = revision + 1, updated_at = ${at.toISOString()}, decision = NULL,
        feedback = NULL, decided_by = NULL, decided_at = NULL WHERE id = ${publication.id}`);
    if (before.url !== url) await requestAddressCheck(tx, { publicationId: publication.id, at });
    await notifyOfPublication(tx, publication, at);
    await audit(ctx, tx, 'corrected', publication);
  });
}

/**
 * Removes a publication that the store has not accepted and for which the creator's side has recorded no figures; the deliverable is approved again. Figures that
 * were read from the platform are removed with it.
 * @throws NotFound; RuleRefused `publication_in_use`
 */
export async function removePublication(ctx: Context, publication: Publication): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    // The deliverable first, as a report locks it.
    await lockDeliverable(tx, publication.deliverable.id);
    const { decision } = await lockPublication(tx, publication.id);
    if (decision === 'accepted') throw new RuleRefused('publication_in_use', 'The store has accepted the publication.');
    const { rows: figures } = await tx.execute(
      sql`SELECT FROM publication_figures WHERE publication_id = ${publication.id} AND source = 'creator' LIMIT 1`,
    );
    if (figures.length > 0) throw new RuleRefused('publication_in_use', 'The publication has figures.');
    await tx.execute(sql`DELETE FROM publication_figures WHERE publication_id = ${publication.id}`);
    await tx.execute(sql`DELETE FROM publications WHERE id = ${publication.id}`);
    await markPublished(tx, { id: publication.deliverable.id, isPublished: false, at: ctx.now() });
    await audit(ctx, tx, 'removed', publication);
  });
}

async function checked(
  ctx: Context,
  { calendar, outbound }: ReportDeps,
  userId: number,
  { url: text, publishedOn, disclosure, disclosureText }: PublicationInput,
) {
  const errors: Record<string, string[]> = {};
  const post = readPost(text);
  const isProven = post !== null && (await isOnProvenChannel(ctx, userId, post));
  if (post === null) errors.url = ['must be a web address'];
  else if (!isSafe(outbound, post.url)) errors.url = ['must lead to a public address'];
  if (publishedOn > calendar.dayOf(ctx.now().getTime())) errors.published_on = ['must not be in the future'];
  if (disclosure === 'other' && disclosureText.trim() === '') errors.disclosure_text = ['is required'];
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
  if (!isProven && (await namesAnother(ctx, userId, post!)))
    throw new RuleRefused('other_channel', 'The creator has proven another channel at this platform.');
  return { url: post!.url, platform: post!.platform, isProven };
}

/** Whether the address could be requested; its host is resolved and checked again when it is. */
function isSafe(outbound: Pick<Outbound, 'check'>, url: string): boolean {
  try {
    outbound.check(url);
    return true;
  } catch (error) {
    if (error instanceof OutboundError) return false;
    throw error;
  }
}

const provenOf = async (ctx: Pick<Context, 'db'>, userId: number) =>
  (await listChannels(ctx, userId)).filter(({ provenAt }) => provenAt !== null);

async function isOnProvenChannel(ctx: Pick<Context, 'db'>, userId: number, post: Post): Promise<boolean> {
  const page = post.page.toLowerCase();
  return (await provenOf(ctx, userId)).some(({ platform, identifier }) => {
    const name = identifier.toLowerCase();
    if (post.platform === 'other') return page === name || page.startsWith(`${name}/`);
    return platform === post.platform && post.account?.toLowerCase() === name;
  });
}

/** Whether the address names an account of another, while the creator has proven one at that platform. */
async function namesAnother(ctx: Pick<Context, 'db'>, userId: number, post: Post): Promise<boolean> {
  if (post.account === null) return false;
  return (await provenOf(ctx, userId)).some(({ platform }) => platform === post.platform);
}

function audit(
  ctx: Context,
  tx: Database,
  what: 'reported' | 'corrected' | 'removed',
  { id, deliverable, campaign, user }: Pick<Publication, 'id' | 'deliverable' | 'campaign' | 'user'>,
) {
  return writeAudit(tx, {
    ...actedBy(ctx.actor, { publication_id: id, deliverable_id: deliverable.id, user_id: user.id }),
    action: `offer.publication_${what}`,
    subjectKind: 'offer',
    subjectId: campaign.id,
  });
}
