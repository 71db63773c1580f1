import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { enqueueAll } from '../../../platform/jobs/job.ts';
import { languageOf } from '../../../platform/locale.ts';
import { type Mail, sendMail } from '../../../platform/mail/mail.ts';
import {
  hasDeclined,
  mailOf,
  type News as Notice,
  type NotificationMessage,
  type NotificationValues,
  newUnsubscribeLinks,
  notify,
  readMarketName,
  wordsOf,
  writeAudit,
} from '../../accounts/index.ts';
import { takeAnyFromEmailQuota } from '../../stores/index.ts';

type CampaignMessage = Extract<NotificationMessage, `campaign_${string}`>;

/** What participants are notified of on behalf of the store: the messages `campaign_…` that name the campaign with its token. */
export type News = {
  [Message in CampaignMessage]: 'token' extends keyof NotificationValues[Message]
    ? Message extends `campaign_${infer Name}`
      ? Name
      : never
    : never;
}[CampaignMessage];

interface Recipient extends Record<string, unknown> {
  participant_id: number;
  /** Null: an address without an account. */
  user_id: number | null;
  campaign_id: number;
  store_id: number;
  store_name: string;
  token: string;
  title: string;
  email: string;
  /** False also for an address without an account that has declined invitations. */
  wants_mail: boolean;
  /** The language of the store. */
  locale: string;
}

/**
 * Notifies a campaign's participants on behalf of its store, one per address, in the console and by mail up to the store's e-mail quota. The log reports
 * how many mails were dropped; users find those in the console and in their digest. Addresses without an account receive a mail in the store's language.
 * Suspended users and participants with only a social identifier are not notified. Call it last in the transaction that causes the news, with `ctx.db`
 * as that transaction, because it holds the quota's lock until the commit.
 * @param events the event of each participant
 */
export async function notifyParticipants(
  ctx: Pick<Context, 'db' | 'now' | 'log' | 'publicUrl'>,
  {
    participantIds,
    news,
    events = new Map(),
  }: { participantIds: readonly number[]; news: News; events?: ReadonlyMap<number, number> },
): Promise<void> {
  const recipients = await reachable(ctx, participantIds);
  const first = recipients[0];
  if (first === undefined) return;
  const { store_id: storeId } = first;
  const mailed = recipients.filter(({ wants_mail: isWanted }) => isWanted);
  const wanted = mailed.length;
  const granted = wanted === 0 ? 0 : await takeAnyFromEmailQuota(ctx, storeId, { kind: `campaign_${news}`, wanted });
  if (granted < wanted)
    ctx.log.warn(
      { store: storeId, news, wanted, granted },
      'the store’s e-mail quota is used up; participants are not notified by mail',
    );
  const granteds = new Set(mailed.slice(0, granted));
  const notices = recipients.flatMap((one): Notice[] =>
    one.user_id === null
      ? []
      : [
          {
            message: `campaign_${news}`,
            values: valuesOf(one),
            to: { userId: one.user_id },
            path: `/console/creator/campaigns/${one.campaign_id}`,
            eventId: events.get(one.participant_id),
            isUnmailed: !granteds.has(one),
          },
        ],
  );
  await notify(ctx.db, ctx.now(), notices);
  const strangers = [...granteds].filter(({ user_id: userId }) => userId === null);
  await mailStrangers(ctx, strangers, news);
  await noteDeclined(ctx.db, recipients, news);
}

/** Notifies a store that a creator has applied. It is not mailed at once. */
export async function notifyOfApplication(
  tx: Database,
  { participantId, eventId, at }: { participantId: number; eventId: number | undefined; at: Date },
): Promise<void> {
  const { rows } = await tx.execute<{ campaign_id: number; store_id: number; store_name: string; title: string }>(sql`
    SELECT o.id AS campaign_id, o.store_id, s.name AS store_name, o.shown_title AS title
    FROM participants p JOIN campaigns o ON o.id = p.campaign_id JOIN stores s ON s.id = o.store_id WHERE p.id = ${participantId}`);
  const { campaign_id: campaignId, store_id: storeId, store_name: store, title: campaign } = rows[0]!;
  const path = `/console/shop/${storeId}/campaigns/${campaignId}?tab=participants`;
  const to = { storeId, need: 'manage' } as const;
  await notify(tx, at, [{ message: 'campaign_application', values: { campaign, store }, to, path, eventId }]);
}

const valuesOf = ({ title: campaign, store_name: store, token }: Recipient) => ({ campaign, store, token });

/** Mails addresses without an account. Each mail has a link that ends invitations to the address. */
async function mailStrangers(
  { db, now, publicUrl }: Pick<Context, 'db' | 'now' | 'publicUrl'>,
  strangers: readonly Recipient[],
  news: News,
): Promise<void> {
  if (strangers.length === 0) return;
  const market = await readMarketName(db);
  const links = await newUnsubscribeLinks(
    db,
    strangers.map(({ email, locale }) => ({ address: email, kind: 'invitations', language: languageOf(locale) })),
    { at: now(), publicUrl },
  );
  const mails = strangers.map((one, index) =>
    mailToStranger(one, { news, market, publicUrl, unsubscribeUrl: links[index]! }),
  );
  await enqueueAll(db, sendMail, mails);
}

/**
 * Records in the store's audit log which participants its invitations do not reach, because their addresses have declined them.
 */
async function noteDeclined(db: Database, recipients: readonly Recipient[], news: News): Promise<void> {
  const declined = recipients.filter(({ user_id: userId, wants_mail: isWanted }) => userId === null && !isWanted);
  const first = declined[0];
  if (first === undefined) return;
  await writeAudit(db, {
    actorId: null,
    action: 'offer.mail_declined',
    subjectKind: 'store',
    subjectId: first.store_id,
    details: { offer: first.campaign_id, news, participants: declined.map((one) => one.participant_id) },
  });
}

function mailToStranger(
  recipient: Recipient,
  {
    news,
    market,
    publicUrl,
    unsubscribeUrl,
  }: { news: News; market: string; publicUrl: string; unsubscribeUrl: string },
): Mail {
  const language = languageOf(recipient.locale);
  return mailOf(language, {
    to: recipient.email,
    words: wordsOf(language, `campaign_${news}`, valuesOf(recipient), market),
    url: `${publicUrl}/console/creator/invitations/${encodeURIComponent(recipient.token)}`,
    unsubscribeUrl,
  });
}

/** Returns participants with an address, oldest first. An address that has not joined may belong to a suspended user. */
async function reachable(
  { db }: Pick<Context, 'db'>,
  participantIds: readonly number[],
): Promise<readonly Recipient[]> {
  if (participantIds.length === 0) return [];
  const { rows } = await db.execute<Recipient>(sql`
    SELECT recipients.id AS participant_id, recipients.user_id, o.id AS campaign_id, o.store_id, s.name AS store_name, o.token,
      o.shown_title AS title, recipients.email, s.locale,
      coalesce(NOT 'campaigns' = ANY (n.unmailed), true) AND NOT (recipients.user_id IS NULL AND ${hasDeclined(sql`recipients.email`)}) AS wants_mail
    FROM (
      SELECT DISTINCT ON (lower(x.email)) x.id, x.campaign_id, x.user_id, x.email FROM (
        SELECT p.id, p.campaign_id, p.user_id, u.email FROM participants p JOIN users u ON u.id = p.user_id
        WHERE p.id = ANY (${sql.param([...participantIds])}::bigint[]) AND u.suspended_at IS NULL AND u.erased_at IS NULL
        UNION ALL
        SELECT p.id, p.campaign_id, NULL, p.pre_registered_email FROM participants p
        WHERE p.id = ANY (${sql.param([...participantIds])}::bigint[]) AND p.user_id IS NULL AND NOT EXISTS (
          SELECT FROM users u WHERE lower(u.email) = lower(p.pre_registered_email) AND u.suspended_at IS NOT NULL)
      ) x WHERE x.email IS NOT NULL AND x.email <> '' ORDER BY lower(x.email), x.id
    ) recipients JOIN campaigns o ON o.id = recipients.campaign_id JOIN stores s ON s.id = o.store_id
    LEFT JOIN notification_settings n ON n.user_id = recipients.user_id ORDER BY recipients.id`);
  return rows;
}
