import { type SQL, sql } from 'drizzle-orm';

/** Maximum number of rows of a section; more than a person creates by hand. `about.json` states which sections have more. */
export const MAX_ROWS = 100_000;

/** A part of a person's data: a JSON and a CSV file of the archive. */
export interface Section {
  name: string;
  rows(userId: number): SQL;
}

/**
 * The data that are stored about a person, or that the person has created. Credentials are listed without their values. Amounts
 * are in minor units of their currency. The erasure of a person (`erase-user.ts`) covers the same tables.
 */
export const SECTIONS: readonly Section[] = [
  {
    name: 'profile',
    rows: (id) => sql`
      SELECT id, username, email, first_name, surname, display_name, country, city, address, postcode, phone, preferred_locale,
        is_admin, is_verified, identity_id, recruitment_utm, agreement_signed_at, last_active_at, suspended_at, created_at, updated_at
      FROM users WHERE id = ${id}`,
  },
  {
    name: 'accepted_terms',
    rows: (id) =>
      sql`SELECT kind, version, accepted_at FROM accepted_terms WHERE user_id = ${id} ORDER BY accepted_at, kind`,
  },
  {
    name: 'notifications',
    rows: (id) => sql`
      SELECT kind, message, data, path, created_at, read_at, mail FROM notifications WHERE user_id = ${id} ORDER BY id`,
  },
  {
    name: 'notification_settings',
    rows: (id) => sql`SELECT unmailed, weekly_digest, updated_at FROM notification_settings WHERE user_id = ${id}`,
  },
  {
    name: 'teams',
    rows: (id) => sql`
      SELECT 'store' AS kind, s.name, m.role, m.created_at FROM store_members m JOIN stores s ON s.id = m.store_id WHERE m.user_id = ${id}
      UNION ALL
      SELECT 'agency', a.name, m.role, m.created_at FROM agency_members m JOIN agencies a ON a.id = m.agency_id WHERE m.user_id = ${id}
      ORDER BY created_at`,
  },
  {
    name: 'agency_invitations',
    rows: (id) => sql`
      SELECT a.name AS agency, i.email, i.created_at, i.expires_at, i.answer, i.answered_at FROM users u
      JOIN agency_invitations i ON i.user_id = u.id OR lower(i.email) = lower(u.email) AND NOT u.email_unproven
      JOIN agencies a ON a.id = i.agency_id WHERE u.id = ${id} ORDER BY i.id`,
  },
  {
    name: 'sessions_and_tokens',
    rows: (id) => sql`
      SELECT purpose, name, hint, device, country, scopes, created_at, expires_at, last_used_at, revoked_at FROM tokens
      WHERE user_id = ${id} ORDER BY id`,
  },
  {
    name: 'permitted_programs',
    rows: (id) => sql`
      SELECT c.name, g.redirect_uri, g.scopes, g.created_at, g.ended_at FROM oauth_grants g JOIN oauth_clients c ON c.id = g.client_id
      WHERE g.user_id = ${id} ORDER BY g.id`,
  },
  {
    name: 'passkeys',
    rows: (id) => sql`SELECT name, backed_up, created_at, last_used_at FROM passkeys WHERE user_id = ${id} ORDER BY id`,
  },
  {
    name: 'social_accounts',
    rows: (id) =>
      sql`SELECT type, platform, identifier, url, is_valid, followers, stated_followers, proven_by, proven_at, created_at FROM social_accounts WHERE user_id = ${id} ORDER BY id`,
  },
  {
    name: 'creator_profile',
    rows: (id) => sql`
      SELECT bio, languages, rates, portfolio, picture_key, is_listed, is_listed_for_agencies, shows_results, updated_at,
        ARRAY (SELECT c.name FROM creator_topics t JOIN categories c ON c.id = t.category_id WHERE t.user_id = x.user_id ORDER BY c.name) AS topics
      FROM creator_profiles x WHERE user_id = ${id}`,
  },
  {
    name: 'public_page',
    rows: (id) => sql`
      SELECT name, is_public, shows_rates, published_at,
        ARRAY (SELECT link_id FROM creator_page_links x WHERE x.user_id = p.user_id ORDER BY place) AS links
      FROM creator_pages p WHERE user_id = ${id}`,
  },
  {
    name: 'links',
    rows: (id) => sql`
      SELECT l.id, l.code, l.slug, s.name AS store, l.url, l.title, l.tags, l.created_at, l.archived_at, l.expires_at, l.expired_url FROM links l JOIN stores s ON s.id = l.store_id
      WHERE l.user_id = ${id} ORDER BY l.id`,
  },
  {
    name: 'link_domains',
    rows: (id) =>
      sql`SELECT host, proven_by, proven_at, created_at FROM link_domains WHERE user_id = ${id} ORDER BY id`,
  },
  {
    name: 'campaigns',
    rows: (id) => sql`
      SELECT p.id, c.name AS campaign, s.name AS store, p.status, p.applied_at, p.payment_amount_minor, p.payment_currency, p.created_at
      FROM participants p JOIN campaigns c ON c.id = p.campaign_id JOIN stores s ON s.id = c.store_id
      WHERE p.user_id = ${id} ORDER BY p.id`,
  },
  {
    name: 'campaign_agreements',
    rows: (id) => sql`
      SELECT a.campaign_id, a.version, encode(a.text_sha256, 'hex') AS text_sha256, x.manner, x.accepted_at, a.text
      FROM participants p JOIN participant_agreements x ON x.participant_id = p.id JOIN campaign_agreements a ON a.id = x.agreement_id
      WHERE p.user_id = ${id} ORDER BY x.accepted_at`,
  },
  {
    name: 'campaign_answers',
    rows: (id) => sql`
      SELECT q.campaign_id, q.text AS question, a.text AS answer, a.answered_at
      FROM participant_answers a JOIN campaign_questions q ON q.id = a.question_id WHERE a.user_id = ${id} ORDER BY q.campaign_id, q.place`,
  },
  {
    name: 'deliveries',
    rows: (id) => sql`
      SELECT p.campaign_id, d.recipient, d.street, d.postal_code, d.city, d.country, d.phone, d.size, d.colour, d.note, d.updated_at
      FROM participant_deliveries d JOIN participants p ON p.id = d.participant_id WHERE d.user_id = ${id} ORDER BY d.participant_id`,
  },
  {
    name: 'gifts',
    rows: (id) => sql`
      SELECT p.campaign_id, g.kind, x.value_minor, s.currency, x.assigned_at, x.carrier, x.number, x.tracking_url, x.credit_code, x.sent_at, x.received_at,
        x.not_received, x.not_received_at,
        (SELECT jsonb_agg(jsonb_build_object('title', w.title, 'value_minor', w.value_minor, 'options', coalesce(c.options, '')) ORDER BY w.place)
          FROM campaign_gift_products w LEFT JOIN participant_gift_products c ON c.gift_product_id = w.id AND c.participant_id = x.participant_id
          WHERE w.gift_id = x.gift_id AND (g.kind = 'product' OR c.participant_id IS NOT NULL)) AS products
      FROM participants p JOIN participant_gifts x ON x.participant_id = p.id JOIN campaigns o ON o.id = p.campaign_id JOIN stores s ON s.id = o.store_id
      LEFT JOIN campaign_gifts g ON g.id = x.gift_id WHERE p.user_id = ${id} ORDER BY p.id`,
  },
  {
    name: 'submissions',
    rows: (id) => sql`
      SELECT p.campaign_id, d.title, d.instructions, d.due_on::text, d.status, x.version, x.url, x.note, x.file_name, x.created_at, x.decision, x.feedback, x.decided_at
      FROM participants p JOIN deliverables d ON d.participant_id = p.id LEFT JOIN submissions x ON x.deliverable_id = d.id
      WHERE p.user_id = ${id} ORDER BY d.id, x.version`,
  },
  {
    name: 'publications',
    rows: (id) => sql`
      SELECT p.campaign_id, d.title AS deliverable, b.url, b.platform, b.is_on_proven_channel, b.published_on::text, b.disclosure, b.disclosure_text,
        b.reported_at, b.updated_at, b.decision, b.feedback, b.decided_at, b.address_state, b.address_since, b.address_checked_at,
        ARRAY (SELECT encode(x.sha256, 'hex') FROM publication_proofs x WHERE x.publication_id = b.id ORDER BY x.id) AS proofs_sha256
      FROM participants p JOIN publications b ON b.participant_id = p.id JOIN deliverables d ON d.id = b.deliverable_id
      WHERE p.user_id = ${id} ORDER BY b.id`,
  },
  {
    name: 'publication_figures',
    rows: (id) => sql`
      SELECT f.publication_id, f.views, f.likes, f.comments, f.shares, f.saves, f.clicks_shown, f.measured_at, f.source, f.recorded_at
      FROM participants p JOIN publications b ON b.participant_id = p.id JOIN publication_figures f ON f.publication_id = b.id
      WHERE p.user_id = ${id} ORDER BY f.id`,
  },
  {
    name: 'usage_rights',
    rows: (id) => sql`
      SELECT p.campaign_id, d.title AS deliverable, r.version, r.channels, r.territory, r.starts_on::text, r.ends_on::text, r.price_minor, r.currency,
        r.allows_whitelisting, r.exclusivity, r.status, r.offered_at, r.decided_at, r.agreed_end::text, r.payment_id
      FROM participants p JOIN usage_rights r ON r.participant_id = p.id JOIN deliverables d ON d.id = r.deliverable_id
      WHERE p.user_id = ${id} ORDER BY r.id`,
  },
  {
    name: 'comments',
    rows: (id) => sql`
      SELECT participant_id, appeal_id, text, created_at, updated_at, deleted_at FROM comments WHERE author_id = ${id} ORDER BY id`,
  },
  {
    name: 'broadcasts',
    rows: (id) => sql`
      SELECT id, store_id, campaign_id, subject, text, send_at, state, created_at FROM broadcasts WHERE author_id = ${id} ORDER BY id`,
  },
  {
    name: 'message_attachments',
    rows: (id) => sql`
      SELECT store_id, broadcast_id, file_name, media_type, byte_size, added_at FROM message_attachments WHERE added_by = ${id} ORDER BY id`,
  },
  {
    name: 'muted_stores',
    rows: (id) => sql`
      SELECT s.name AS store, m.created_at FROM muted_stores m JOIN stores s ON s.id = m.store_id WHERE m.user_id = ${id} ORDER BY m.store_id`,
  },
  {
    name: 'orders',
    rows: (id) => sql`
      SELECT o.id, s.name AS store, o.status, o.order_at, o.currency, o.user_minor, o.link_id FROM orders o JOIN stores s ON s.id = o.store_id
      WHERE o.user_id = ${id} ORDER BY o.id`,
  },
  {
    name: 'customer_bindings',
    rows: (id) => sql`
      SELECT b.id, s.name AS store, b.campaign_id, b.begins_at, b.ends_at, b.ended_at, b.ended_reason, b.ended_note
      FROM customer_bindings b JOIN stores s ON s.id = b.store_id WHERE b.user_id = ${id} ORDER BY b.id`,
  },
  {
    name: 'imported_commissions',
    rows: (id) => sql`
      SELECT source, external_id, earned_at, currency, commission_minor, sale_minor, status, order_reference, partner, imported_at
      FROM imported_commissions WHERE user_id = ${id} ORDER BY id`,
  },
  {
    name: 'statements',
    rows: (id) => sql`
      SELECT number, month, currency, net_minor, vat_minor, total_minor, payment_date, paid_at FROM invoices
      WHERE user_id = ${id} ORDER BY id`,
  },
  {
    name: 'media',
    rows: (id) => sql`
      SELECT media_type, username, href, content_type, published_at, created_at FROM user_media WHERE user_id = ${id} ORDER BY id`,
  },
  {
    name: 'activity',
    rows: (id) => sql`
      SELECT at, action, subject_kind, subject_id, details FROM audit_log
      WHERE actor_id = ${id} OR (subject_kind = 'user' AND subject_id = ${id}) ORDER BY id`,
  },
];
