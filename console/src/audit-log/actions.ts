/** The actions by which an audit log is filtered: the kind of the subject and the event. `actions.test.ts` compares them with the server's. */
const EVENTS = {
  accounting: 'exported settings_saved',
  account_settings: 'updated',
  appeal: 'closed opened',
  bank_entry: 'dismissed invoice_paid paid prepaid returned',
  bank_file: 'read',
  blocklist: 'added removed',
  category: 'created deleted updated',
  channel: 'added proven removed',
  client: 'created deleted hold_released public_page_changed put_on_hold updated',
  clicks: 'void_undone voided',
  comment: 'deleted',
  commissions: 'deleted imported',
  grant: 'created ended',
  invite: 'accepted declined revoked sent',
  invoice:
    'credited dunning_paused earnings_released paid_by_link payment_link_changed payment_link_requested payment_taken_back release_taken_back',
  invoices: 'matched paid',
  link: 'changed',
  link_domain: 'added proven removed',
  links: 'archived',
  marketplace: 'settings_changed',
  member: 'left removed role_changed',
  offer:
    'agreement_changed agreement_ended bonus_tiers_changed commission_rules_changed created deleted draft_approved draft_changes_requested event_prices_changed gift_changed gift_orders_requested guarantee_changed guarantee_ended link_attached link_detached mail_declined material_added material_changed material_removed packing_list_read parcels_recorded promise_changed promise_ended public_page_changed publication_accepted publication_corrected publication_correction_requested publication_removed publication_reported questions_changed rate_steps_changed target_changed target_removed targets_added updated usage_rights_accepted usage_rights_declined usage_rights_end_agreed usage_rights_end_proposed usage_rights_offered usage_rights_withdrawn users_added',
  one_time_payments: 'void_undone voided',
  order: 'attributed changed resolved',
  order_claim: 'accepted created declined',
  orders: 'decided void_undone voided',
  participant: 'moved terms_changed',
  payee: 'consented saved vat_check_requested vat_confirmed',
  payment_system: 'set',
  payout_account: 'removed saved',
  payout_minimum: 'set',
  payout_run: 'approved cancelled executed made transfer_failed transfer_reversed',
  period: 'closed',
  postback: 'changed created deleted secret_rotated',
  product_feed: 'deleted saved',
  report_schedule: 'changed created deleted',
  return_ad: 'created deleted updated',
  revenue_tier: 'created deleted updated',
  sandbox: 'deleted made',
  session: 'confirmed ended opened',
  shared_budget: 'changed created deleted',
  sign_in: 'failed',
  site: 'settings_changed',
  store:
    'activated activation_key_rotated approved attribution_window_set billing_changed billing_source_changed billing_source_connected billing_source_removed broadcast_created broadcast_deleted changed customer_binding_ended customer_programme_changed customers_forgotten deactivated domain_accepted domain_added event_kind_changed event_kind_created gift_orders_read hold_released limits_changed message_template_changed message_trigger_changed one_time_payment order_rules_changed passed_parameters_set payment_setup_removed payment_setup_set plugin_activated prepaid prepaid_refunded public_page_changed put_on_hold registered rejected reports_limited signing_secret_rotated updated',
  store_group: 'created deleted updated',
  store_key: 'created revoked',
  token: 'created revoked',
  url_rule: 'added changed removed',
  user: 'address_displaced created data_export_read data_export_requested deleted deletion_cancelled deletion_requested email_changed email_proven email_refused erased hold_released identity_linked memberships_changed passkey_added passkey_removed password_changed password_reset public_page_changed put_on_hold recovery_codes_made second_factor_added second_factor_removed sessions_ended tag_added tag_removed taken_over unsubscribed updated',
  user_tag: 'created deleted updated',
  voucher: 'created deleted',
  webhook: 'changed created deleted secret_rotated',
} as const;

export const ACTIONS: readonly string[] = Object.entries(EVENTS).flatMap(([subject, events]) =>
  events.split(' ').map((event) => `${subject}.${event}`),
);

/** The kinds of subjects, by which the log of the marketplace is filtered. */
export const AUDIT_SUBJECTS = [
  'user',
  'store',
  'client',
  'token',
  'offer',
  'order',
  'invoice',
  'period',
  'payout_run',
  'void',
  'voucher',
] as const;

/** The words of a name of the API: `vat_status` is "Vat status", `postalCode` is "Postal code". */
export function wordsOfName(name: string): string {
  const words = name
    .replaceAll(/[_.]+/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
