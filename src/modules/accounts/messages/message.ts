import type { Money } from '../../../platform/money.ts';
import type { SecurityEvent } from './security-event.ts';

/** A campaign, as it is named to its participants. */
interface CampaignValues {
  campaign: string;
  store: string;
  /** The token with which the campaign is found. */
  token: string;
}

/** Deliverables of a participant: their number, and the first day, `2026-01-31`. */
interface DueValues {
  campaign: string;
  store: string;
  count: number;
  first: string;
}

/** A draft for a deliverable. */
interface DraftValues {
  campaign: string;
  store: string;
  deliverable: string;
}

/** A message in the conversation about a participation. */
interface MessageValues {
  campaign: string;
  store: string;
  /** Its comment. The text is read when the mail is written, so that no copy outlives it. */
  comment: number;
  /** The lines of the message, in a mail only. */
  text?: readonly string[];
}

/** A statement or an invoice. */
interface DocumentValues {
  number: string;
  /** `2026-01` */
  month: string;
  total: Money;
}

/** An appeal against a decision at a store. */
interface AppealValues {
  store: string;
  about: 'click' | 'order' | 'one_time_payment' | 'order_claim';
}

/** The values of each notification. Names are user-supplied and are reduced to one line. */
export interface NotificationValues {
  campaign_invited: CampaignValues;
  campaign_accepted: CampaignValues;
  campaign_denied: CampaignValues;
  campaign_application: { campaign: string; store: string };
  agreement_changed: { campaign: string; store: string; version: number };
  deliverable_planned: DueValues;
  deliverables_due: DueValues;
  address_wanted: { campaign: string; store: string };
  /** `parcel`: carrier and number; empty: a credit. */
  parcel_sent: { campaign: string; store: string; parcel: string };
  parcel_missing: { campaign: string; store: string };
  draft_submitted: DraftValues;
  draft_decided: DraftValues & { decision: 'approved' | 'changes_requested' };
  publication_reported: DraftValues;
  publication_decided: DraftValues & { decision: 'accepted' | 'correction_requested' };
  usage_rights_offered: DraftValues;
  usage_rights_answered: DraftValues & { answer: 'accepted' | 'declined' };
  /** `day`: the earlier last day, `2026-01-31` */
  usage_rights_end: DraftValues & { step: 'proposed' | 'agreed'; day: string };
  /** `day`: the last day, `2026-01-31` */
  usage_rights_ending: DraftValues & { day: string };
  rates_changed: { campaign: string; store: string };
  /** To the creator whom an agency wants to represent; null: the name may not be mailed. */
  agency_invited: { agency: string | null };
  /** To the agency. `creator`: the public name, or the address that the agency has invited. */
  agency_invitation_answered: { creator: string; answer: 'accepted' | 'declined' };
  /** To the creator. */
  store_message: MessageValues;
  /** To the store. */
  message_received: MessageValues;
  /** To the creator's agency. */
  message_copied: { campaign: string; store: string };
  /** To an agency: a message to several of its creators. */
  broadcast_copied: { store: string; creators: number };
  orders_disputed: { store: string };
  orders_contradicted: { store: string };
  reports_unconfirmed: { store: string };
  /** `orders`: their number; `first`: the earliest time at which one is approved by itself. */
  orders_due: { store: string; orders: number; first: string };
  order_received: { store: string };
  order_lost: { store: string };
  appeal_opened: AppealValues;
  appeal_answered: AppealValues;
  appeal_decided: AppealValues & { outcome: 'upheld' | 'dismissed' };
  statement_issued: DocumentValues;
  statement_paid: DocumentValues;
  invoice_issued: DocumentValues & { due: string };
  credit_note_issued: DocumentValues & { invoice: string };
  invoice_paid: DocumentValues;
  payout_paid: { amount: Money };
  payout_failed: { amount: Money; reason: string };
  /** `usableFrom`: `2026-01-31` */
  payout_account_changed: { account: string; currency: string | null; usableFrom: string };
  payout_account_removed: { account: string };
  limit_reached: { campaign: string };
  credit_near: { store: string; incurred: Money; limit: Money };
  store_approved: { store: string; reason: string | null };
  store_rejected: { store: string; reason: string | null };
  influencer_complete: { influencer: string; store: string };
  /** The number of the creator's links that earn nothing any more. */
  links_unpaid: { store: string; links: number };
  /** Numbers of products that have become cheaper, and of links to products that are gone. */
  products_changed: { store: string; drops: number; gone: number };
  webhook_paused: {
    kind: 'webhook' | 'postback';
    id: number;
    url: string;
    reason: 'owner' | 'failing' | 'gone';
    api: string;
    since: string;
  };
  store_key_created: { store: string; key: string };
  store_key_revoked: { store: string; key: string };
  data_export_ready: { days: number };
  /** `made`: the person has become an administrator; `credentials`: the password or the address of an administrator was set. */
  administrator_changed: { person: string; by: string; what: 'made' | 'credentials' };
  account_changed: { event: SecurityEvent };
}
export type NotificationMessage = keyof NotificationValues;

/**
 * Mails that are not notifications: they prove an address, are sent to an address without an account, or cannot be turned off
 * (reminders of invoices, and order claims).
 */
export interface MailValues {
  sign_up: { url: string };
  password_reset: { url: string };
  sign_in: { code: string };
  email_change: { url: string };
  address_known: { signInUrl: string; forgottenUrl: string };
  address_taken: Record<never, never>;
  /** `until`: the last day, `2026-01-31`; `name`: null if the name of the team must not be mailed to strangers */
  team_invite: { kind: 'store' | 'client'; name: string | null; url: string; secret: string; until: string };
  /** `level`: from 1 to `levels`, with which the credit limit of the store becomes zero. `due`: `2026-01-31` */
  invoice_reminder: { store: string; number: string; open: Money; due: string; level: number; levels: number };
  order_claim_accepted: { store: string };
  order_claim_declined: { store: string };
  /** `first`: the first deadline, an ISO 8601 time in UTC */
  order_claims_due: { store: string; claims: number; first: string };
}

/** The words of a mail in one language. */
export interface Words {
  /** The subject of the mail. It contains no text that a person has typed, because mails come from the operator's domain. */
  subject: string;
  /** The subject with the names that it is about, for the console and the body of the mail; the same as `subject` unless given. */
  title?: string;
  /** The text before the address of the page: sentences, and empty lines between paragraphs. */
  lines: readonly string[];
  /** The text after the address. */
  after?: readonly string[];
}

/** Amounts, days and times as a language writes them, and the name of the marketplace. */
export interface Formats {
  market: string;
  money(money: Money): string;
  /** @param day `2026-01-31` */
  day(day: string): string;
  /** Writes an instant to the minute, in UTC. */
  time(at: string): string;
  /** @param month `2026-01` */
  month(month: string): string;
}

/** All texts of mails and notifications in one language. The compiler refuses a language with a missing text. */
export interface Catalogue {
  greeting: string;
  notifications: { [Name in NotificationMessage]: (values: NotificationValues[Name], formats: Formats) => Words };
  mails: { [Name in keyof MailValues]: (values: MailValues[Name], formats: Formats) => Words };
  digest(count: number, market: string): { subject: string; lead: string; more: (rest: number) => string };
  /** The last lines of a mail that can be turned off, before the address that does it. */
  unsubscribe: string;
  page: {
    title: string;
    /** Names of the kinds, and of the digest, in a sentence. */
    kinds: Record<
      | 'campaigns'
      | 'messages'
      | 'orders'
      | 'statements'
      | 'payments'
      | 'limits'
      | 'service'
      | 'reports'
      | 'digest'
      | 'invitations',
      string
    >;
    question: (kind: string) => string;
    confirm: string;
    done: (kind: string) => string;
    /** Invitations to an address without an account have ended. */
    declined: string;
    unknown: string;
  };
}
