import type { NotificationMessage } from '../messages/message.ts';

/** The kinds by which people choose their mails. Scheduled reports are mails only. Mails of the kind `security` cannot be turned off. */
export const NOTIFICATION_KINDS = [
  'campaigns',
  'messages',
  'orders',
  'statements',
  'payments',
  'limits',
  'service',
  'reports',
  'security',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** The mails that an unsubscribe link can turn off. */
export type MailKind = Exclude<NotificationKind, 'security'> | 'digest';

interface Rule {
  kind: NotificationKind;
  /** Never mailed individually, because many may occur at the same time. */
  isForDigest?: true;
  /** Also mailed to an unproven address, if it is the only address of the person. */
  isForUnproven?: true;
}

/** The kind of each message, and how it is mailed. */
export const RULES: Record<NotificationMessage, Rule> = {
  campaign_invited: { kind: 'campaigns', isForUnproven: true },
  campaign_accepted: { kind: 'campaigns', isForUnproven: true },
  campaign_denied: { kind: 'campaigns', isForUnproven: true },
  campaign_application: { kind: 'campaigns', isForDigest: true },
  agreement_changed: { kind: 'campaigns' },
  deliverable_planned: { kind: 'campaigns', isForDigest: true },
  deliverables_due: { kind: 'campaigns' },
  address_wanted: { kind: 'campaigns' },
  parcel_sent: { kind: 'campaigns' },
  parcel_missing: { kind: 'campaigns' },
  draft_submitted: { kind: 'campaigns', isForDigest: true },
  draft_decided: { kind: 'campaigns' },
  publication_reported: { kind: 'campaigns', isForDigest: true },
  publication_decided: { kind: 'campaigns' },
  usage_rights_offered: { kind: 'campaigns' },
  usage_rights_answered: { kind: 'campaigns' },
  usage_rights_end: { kind: 'campaigns' },
  usage_rights_ending: { kind: 'campaigns', isForDigest: true },
  rates_changed: { kind: 'campaigns' },
  agency_invited: { kind: 'campaigns' },
  agency_invitation_answered: { kind: 'campaigns' },
  store_message: { kind: 'messages' },
  message_received: { kind: 'messages' },
  message_copied: { kind: 'messages', isForDigest: true },
  broadcast_copied: { kind: 'messages', isForDigest: true },
  orders_disputed: { kind: 'orders' },
  orders_contradicted: { kind: 'orders' },
  reports_unconfirmed: { kind: 'orders' },
  orders_due: { kind: 'orders' },
  order_received: { kind: 'orders' },
  order_lost: { kind: 'orders' },
  appeal_opened: { kind: 'orders' },
  appeal_answered: { kind: 'orders' },
  appeal_decided: { kind: 'orders' },
  statement_issued: { kind: 'statements' },
  statement_paid: { kind: 'payments' },
  invoice_issued: { kind: 'statements' },
  credit_note_issued: { kind: 'statements' },
  invoice_paid: { kind: 'payments' },
  payout_paid: { kind: 'payments' },
  payout_failed: { kind: 'payments', isForUnproven: true },
  payout_account_changed: { kind: 'security', isForUnproven: true },
  payout_account_removed: { kind: 'security', isForUnproven: true },
  limit_reached: { kind: 'limits' },
  credit_near: { kind: 'limits', isForUnproven: true },
  store_approved: { kind: 'service', isForUnproven: true },
  store_rejected: { kind: 'service', isForUnproven: true },
  influencer_complete: { kind: 'service' },
  links_unpaid: { kind: 'service' },
  products_changed: { kind: 'service', isForDigest: true },
  webhook_paused: { kind: 'service', isForUnproven: true },
  store_key_created: { kind: 'security', isForUnproven: true },
  store_key_revoked: { kind: 'security', isForUnproven: true },
  data_export_ready: { kind: 'security', isForUnproven: true },
  administrator_changed: { kind: 'security' },
  account_changed: { kind: 'security' },
};

export const FOR_UNPROVEN: readonly string[] = Object.entries(RULES).flatMap(([message, { isForUnproven }]) =>
  isForUnproven ? [message] : [],
);
