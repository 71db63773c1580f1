import { describe, expect, it } from 'vitest';
import { createTestApplication } from '../../../tests/harness/application.ts';
import { bookOrder } from '../../../tests/harness/booked-orders.ts';
import { createPopulatedApplication, ROLES, type Role } from '../../../tests/harness/cast.ts';
import { afterThisFile } from '../../../tests/harness/clean-up.ts';
import { createClosedMonth } from '../../../tests/harness/closed-month.ts';
import { registerPayee } from '../../../tests/harness/payees.ts';
import { openStripe } from '../../../tests/harness/peers/stripe.ts';
import { manualProvider } from '../../platform/payment-provider/manual.ts';
import { stripeProvider } from '../../platform/payment-provider/stripe.ts';
import { WORK_KINDS, type WorkKind } from './sources.ts';

const MARCH = new Date('2026-03-10T08:00:00Z');
const stripe = await openStripe(afterThisFile);
// With the other provider, no store has to set up a payment method.
const { application, cast } = await createPopulatedApplication({
  now: () => MARCH,
  paymentProvider: stripeProvider(stripe.settings),
});
await createClosedMonth(application, cast);
const { market, database } = application;
const { storeId, agencyId, ids } = cast;

const query = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows;
const get = (role: Role | null, parameters = '') =>
  application.call({ url: `/v2/me/work${parameters}`, ...(role === null ? {} : { as: cast.tokens[role] }) });
// biome-ignore lint/suspicious/noExplicitAny: replies are held to their schemas by the server; tests read fields freely
async function workOf(role: Role, parameters = ''): Promise<any[]> {
  const { status, body } = await get(role, parameters);
  expect(status).toBe(200);
  return body.data;
}
const kindsOf = async (role: Role, parameters = '') =>
  (await workOf(role, parameters)).map(({ kind }: { kind: WorkKind }) => kind);

/** Inserts a row and returns its id. */
async function insert(table: string, values: Record<string, unknown>): Promise<number> {
  const names = Object.keys(values);
  const places = names.map((_, index) => `$${index + 1}`).join(', ');
  const [row] = await query(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places}) RETURNING id`,
    ...Object.values(values),
  );
  return row.id;
}

/** A publication of a participant's deliverable; its id. */
async function published(): Promise<number> {
  const participantId = await participation('user_accept', 'accepted');
  const dates = { created_at: MARCH, updated_at: MARCH };
  const of = { participant_id: participantId, title: 'Story', instructions: '', due_on: '2026-03-09' };
  const deliverableId = await insert('deliverables', {
    ...of,
    ...dates,
    status: 'published',
    created_by: ids.advertiser,
  });
  return insert('publications', {
    deliverable_id: deliverableId,
    participant_id: participantId,
    url: 'https://posts.example/1',
    platform: 'other',
    is_on_proven_channel: false,
    published_on: '2026-03-09',
    disclosure: 'hashtag',
    reported_by: ids.creator,
    reported_at: MARCH,
    updated_at: MARCH,
  });
}

/** A campaign with one participant, whose status is the subject. */
async function participation(type: string, status: string, values: Record<string, unknown> = {}): Promise<number> {
  const campaignId = await market.campaign({
    storeId,
    type: type as 'user_accept',
    validUntil: new Date('2026-04-01T00:00:00Z'),
  });
  await query(
    'UPDATE campaigns SET campaign_title = $2, has_product_seeding = $3 WHERE id = $1',
    campaignId,
    'Spring',
    values.seeding ?? false,
  );
  const id = await market.participant({ campaignId, userId: ids.creator, status });
  if (values.todo !== undefined)
    await query('UPDATE participants SET todo = $2 WHERE id = $1', id, JSON.stringify(values.todo));
  return id;
}
const moved = (status: string) => (id: number) =>
  query('UPDATE participants SET status = $2 WHERE id = $1', id, status);
const paid = (kind: string) => () => query('UPDATE invoices SET paid_at = now() WHERE kind = $1', kind);
const hook = (owner: Record<string, number>) => () =>
  insert('webhooks', {
    kind: 'webhook',
    ...owner,
    url: 'https://receiver.example/',
    events: ['order.created'],
    description: '',
    sealed_secret: Buffer.from('s'),
    status: 'paused',
    paused_at: MARCH,
    pause_reason: 'failing',
    created_at: MARCH,
    updated_at: MARCH,
  });
const resumed = (id: number) =>
  query(`UPDATE webhooks SET status = 'active', paused_at = NULL, pause_reason = NULL WHERE id = $1`, id);
const claimOf = (userId: number, dueAt: string) =>
  insert('order_claims', {
    user_id: userId,
    store_id: storeId,
    order_number: dueAt,
    ordered_on: '2026-03-01',
    amount_minor: 100,
    currency: 'SEK',
    note: '',
    findings: [],
    due_at: dueAt,
    created_at: MARCH,
  });
const declined = (id: number) =>
  query(`UPDATE order_claims SET decision = 'declined', reason = '', decided_at = $2 WHERE id = $1`, id, MARCH);
const appeal = () =>
  insert('appeals', {
    kind: 'order',
    subject: '1',
    store_id: storeId,
    user_id: ids.creator,
    opened_by: ids.creator,
    created_at: MARCH,
  });
const answered = (id: number) => insert('comments', { appeal_id: id, author_id: ids.advertiser, text: 'Because.' });
const closed = (id: number) =>
  query(`UPDATE appeals SET outcome = 'dismissed', closed_at = $2, closed_by = $3 WHERE id = $1`, id, MARCH, ids.admin);
const pendingOrder = async () => {
  const link = await market.link({ userId: ids.creator, storeId });
  const terms = { campaignId: null, day: '2026-03-09', valueMinor: 10_000, cpaPpm: 100_000 };
  await bookOrder(database.pool, { linkId: link.id, ...terms, status: 'pending' });
};

interface Case {
  sees: Role;
  /** Others who see a task of this kind, too. */
  also?: Role[];
  arrange?: () => Promise<number | unknown>;
  item: Record<string, unknown>;
  done: (id: number) => Promise<unknown>;
}

const atStore = { store: { id: storeId }, audience: 'store' };
const CASES: Record<WorkKind, Case> = {
  applications: {
    sees: 'advertiser',
    arrange: () => participation('store_accept', 'applied'),
    item: { ...atStore, count: 1, subject: 'Spring', due_at: null, is_overdue: false },
    done: moved('accepted'),
  },
  suggestions: {
    sees: 'advertiser',
    arrange: () => participation('suggestion', 'suggestion'),
    item: { ...atStore, subject: 'Spring' },
    done: moved('store_denied'),
  },
  products_to_send: {
    sees: 'advertiser',
    arrange: () => participation('user_accept', 'accepted', { seeding: true }),
    item: { ...atStore, subject: 'Spring' },
    done: moved('product_sent'),
  },
  products_not_received: {
    sees: 'advertiser',
    arrange: async () => {
      const id = await participation('user_accept', 'product_sent', { seeding: true });
      await query(
        "INSERT INTO participant_gifts (participant_id, assigned_at, sent_at, not_received_at, not_received) VALUES ($1, now(), now(), now(), 'Lost')",
        id,
      );
      return id;
    },
    item: { ...atStore, subject: 'Spring', due_at: null },
    done: moved('have_received'),
  },
  posts_to_complete: {
    sees: 'advertiser',
    arrange: () => participation('user_accept', 'have_posted'),
    item: { ...atStore, subject: 'Spring', due_at: null },
    done: moved('done'),
  },
  publications_to_review: {
    sees: 'advertiser',
    arrange: () => published(),
    item: { ...atStore, subject: 'Spring', due_at: null },
    done: (id) => query(`UPDATE publications SET decision = 'accepted', decided_at = $2 WHERE id = $1`, id, MARCH),
  },
  invitations: {
    sees: 'creator',
    also: ['agency'],
    arrange: () => participation('user_accept', 'open'),
    item: { audience: 'creator', subject: 'Spring', due_at: '2026-04-01T00:00:00.000Z' },
    done: moved('denied'),
  },
  products_to_confirm: {
    sees: 'creator',
    also: ['agency'],
    arrange: () => participation('user_accept', 'product_sent', { seeding: true }),
    item: { audience: 'creator', subject: 'Spring' },
    done: moved('done'),
  },
  campaign_tasks: {
    sees: 'creator',
    also: ['agency'],
    arrange: () =>
      participation('user_accept', 'accepted', { todo: [1, 2, 3].map((key) => ({ key: `${key}`, value: key === 1 })) }),
    item: { audience: 'creator', count: 2 },
    done: (id) => query('UPDATE participants SET todo = NULL WHERE id = $1', id).then(() => moved('have_posted')(id)),
  },
  posts_to_report: {
    sees: 'creator',
    also: ['agency'],
    arrange: () => participation('user_accept', 'accepted'),
    item: { audience: 'creator', subject: 'Spring' },
    done: moved('done'),
  },
  claims_to_decide: {
    sees: 'advertiser',
    arrange: () => claimOf(ids.creator, '2026-03-20T00:00:00Z'),
    item: {
      ...atStore,
      count: 1,
      due_at: '2026-03-20T00:00:00.000Z',
      path: `/console/shop/${storeId}/claims`,
    },
    done: declined,
  },
  claims_escalated: {
    sees: 'admin',
    arrange: () => claimOf(ids.creator, '2026-03-09T00:00:00Z'),
    item: { audience: 'admin', count: 1, is_overdue: true },
    done: declined,
  },
  appeals_to_answer: { sees: 'advertiser', arrange: appeal, item: atStore, done: answered },
  appeals_to_close: {
    sees: 'admin',
    arrange: () => Promise.resolve(0),
    item: { audience: 'admin', count: 1 },
    done: () => query('SELECT id FROM appeals WHERE closed_at IS NULL').then(([open]) => closed(open.id)),
  },
  orders_to_resolve: {
    sees: 'advertiser',
    arrange: () =>
      insert('orders', {
        store_id: storeId,
        order_id: 'D-1',
        channel: 'server',
        status: 'pending',
        order_at: MARCH,
        day: '2026-03-10',
        original_minor: 100,
        original_currency: 'SEK',
        value_minor: 100,
        currency: 'SEK',
        attribution: 'none',
        unattributed_reason: 'disputed',
      }),
    item: { ...atStore, count: 1 },
    done: (id) => query(`UPDATE orders SET status = 'denied' WHERE id = $1`, id),
  },
  stores_with_disputed_orders: {
    sees: 'admin',
    arrange: () => query(`UPDATE orders SET status = 'pending' WHERE order_id = 'D-1'`),
    item: { audience: 'admin', count: 1 },
    done: () => query(`UPDATE orders SET status = 'denied' WHERE order_id = 'D-1'`),
  },
  orders_to_decide: {
    sees: 'advertiser',
    arrange: pendingOrder,
    item: { ...atStore, count: 1, amount: { amount: '10.00', currency: 'SEK' }, due_at: null },
    done: () => query(`UPDATE orders SET status = 'denied' WHERE status = 'pending'`),
  },
  tracking_silent: {
    sees: 'advertiser',
    arrange: () => query(`UPDATE orders SET created_at = '2026-03-01'`),
    item: { ...atStore, path: `/console/shop/${storeId}/tracking` },
    done: () =>
      query(
        `INSERT INTO order_collectors (store_id, collector, last_seen_at) VALUES ($1, 'server', $2)`,
        storeId,
        MARCH,
      ),
  },
  payment_method_missing: {
    sees: 'advertiser',
    also: ['otherAdvertiser'],
    item: atStore,
    done: () =>
      query(
        `INSERT INTO payment_setups (store_id, provider, setup_id, set_at) VALUES ($1, 'manual', 's', now())`,
        storeId,
      ),
  },
  invoices_to_pay: {
    sees: 'advertiser',
    also: ['otherAdvertiser'],
    item: { ...atStore, count: 1, due_at: '2026-03-05T23:59:59.000Z', is_overdue: true },
    done: () => query('UPDATE invoices SET paid_at = now() WHERE store_id = $1', storeId),
  },
  payout_data_missing: {
    sees: 'creator',
    also: ['otherCreator', 'agency', 'otherAgency'],
    item: { audience: 'creator', count: 1, path: '/console/creator/payouts' },
    done: () => registerPayee(application, { path: `users/${ids.creator}`, as: cast.tokens.creator }),
  },
  unpaid_store_invoices: { sees: 'admin', item: { audience: 'admin', is_overdue: true }, done: paid('store') },
  unpaid_client_statements: { sees: 'admin', item: { audience: 'admin' }, done: paid('client') },
  unpaid_creator_statements: { sees: 'admin', item: { audience: 'admin' }, done: paid('creator') },
  months_to_close: {
    sees: 'admin',
    item: { count: 1, subject: '2026-02', path: '/console/admin/periods/2026-02' },
    done: () => query(`INSERT INTO payment_periods (month, closed_at) VALUES ('2026-02-01', now())`),
  },
  domains_to_prove: {
    sees: 'advertiser',
    arrange: () => insert('store_domains', { store_id: storeId, host: 'unproven.example', standing: 'unproven' }),
    item: { ...atStore, count: 1, subject: 'unproven.example' },
    done: (id) => query('DELETE FROM store_domains WHERE id = $1', id),
  },
  stores_to_approve: {
    sees: 'admin',
    arrange: () => market.store({ approval: 'pending' }),
    item: { audience: 'admin', count: 1 },
    done: (id) => query(`UPDATE stores SET approval = 'approved' WHERE id = $1`, id),
  },
  stores_incomplete: {
    sees: 'admin',
    item: { audience: 'admin' },
    done: () => query('UPDATE stores SET deactivated_at = now()'),
  },
  link_domains_to_prove: {
    sees: 'agency',
    arrange: () => insert('link_domains', { host: 'go.people.example', agency_id: agencyId }),
    item: { audience: 'client', client: { id: agencyId }, subject: 'go.people.example' },
    done: (id) => query('DELETE FROM link_domains WHERE id = $1', id),
  },
  webhooks_failing: { sees: 'advertiser', arrange: hook({ store_id: storeId }), item: atStore, done: resumed },
  people_to_verify: {
    sees: 'admin',
    item: { audience: 'admin' },
    done: () => query('UPDATE users SET is_verified = true'),
  },
  payments_to_check: {
    sees: 'admin',
    arrange: async () =>
      insert('payment_links', {
        invoice_id: (await query('SELECT id FROM invoices LIMIT 1'))[0].id,
        amount_minor: 1,
        currency: 'SEK',
        status: 'failed',
        problem: 'differs',
        expires_at: MARCH,
        created_at: MARCH,
        updated_at: MARCH,
      }),
    item: { audience: 'admin', count: 1 },
    done: (id) => query('UPDATE payment_links SET problem = NULL WHERE id = $1', id),
  },
  failed_jobs: {
    sees: 'admin',
    arrange: async () => {
      await query(`SELECT graphile_worker.add_job('nobody', '{}'::json, max_attempts => 1)`);
      return query('UPDATE graphile_worker._private_jobs SET attempts = max_attempts');
    },
    item: { audience: 'admin' },
    done: () => query('DELETE FROM graphile_worker._private_jobs'),
  },
  runs_to_approve: {
    sees: 'admin',
    arrange: () =>
      insert('payout_runs', {
        currency: 'SEK',
        cut_off: '2026-03-01',
        status: 'draft',
        needs_approval: true,
        created_by: ids.agency,
        created_at: MARCH,
      }),
    item: { audience: 'admin', count: 1 },
    done: (id) => query('UPDATE payout_runs SET created_by = $2 WHERE id = $1', id, ids.admin),
  },
};

describe('A task', () => {
  it.each(Object.entries(CASES) as [WorkKind, Case][])(
    '%s is listed until it is done, for those who can do it',
    async (kind, { sees, also = [], arrange, item, done }) => {
      const id = (await arrange?.()) as number;
      const seen: Role[] = [];
      for (const role of ROLES) if ((await kindsOf(role)).includes(kind)) seen.push(role);
      expect(seen).toEqual(ROLES.filter((role) => role === sees || also.includes(role)));
      expect((await workOf(sees)).find((one) => one.kind === kind)).toMatchObject(item);
      await done(id);
      expect(await kindsOf(sees)).not.toContain(kind);
      // A change by one side may be a task of the other.
      await query('UPDATE campaigns SET deleted_at = $1', MARCH);
    },
  );

  it('of every kind has a case above', () => {
    expect(Object.keys(CASES).sort()).toEqual([...WORK_KINDS].sort());
  });
});

describe('What waits for creators', () => {
  it('is listed for their agency by campaign, and leads to its page of the campaign', async () => {
    const todo = ['Tag us', 'Film'].map((key) => ({ key, value: false }));
    const first = await participation('user_accept', 'accepted', { todo });
    const [{ campaign_id: campaignId }] = await query('SELECT campaign_id FROM participants WHERE id = $1', first);
    const colleague = await application.market.user({ agencyId });
    const second = await application.market.participant({ campaignId, userId: colleague, status: 'accepted' });
    await query('UPDATE participants SET todo = $2 WHERE id = $1', second, JSON.stringify(todo));
    const [item, ...others] = (await workOf('agency')).filter(({ kind }) => kind === 'campaign_tasks');
    expect([item, others]).toMatchObject([
      {
        audience: 'client',
        client: { id: agencyId },
        store: null,
        count: 4,
        subject: 'Spring',
        path: `/console/agency/${agencyId}/campaigns/${campaignId}`,
      },
      [],
    ]);
    expect((await workOf('otherAgency')).map(({ kind }) => kind)).not.toContain('campaign_tasks');
    await query('UPDATE campaigns SET deleted_at = $1', MARCH);
  });
});

describe('GET /v2/me/work', () => {
  it('lists tasks by due date, and those without one last', async () => {
    for (const due of ['2026-03-25T00:00:00Z', '2026-03-12T00:00:00Z']) await claimOf(ids.creator, due);
    await insert('store_domains', { store_id: storeId, host: 'later.example', standing: 'unproven' });
    const work = await workOf('advertiser');
    expect(work.map(({ kind, due_at: due }) => [kind, due])).toEqual([
      ['claims_to_decide', '2026-03-12T00:00:00.000Z'],
      ['domains_to_prove', null],
    ]);
    expect(work[0].count).toBe(2);
  });

  it('shows a member only the tasks that the role in the team permits', async () => {
    await query('UPDATE invoices SET paid_at = NULL WHERE store_id = $1', storeId);
    const seenAs = async (role: string) => {
      await query('UPDATE store_members SET role = $2 WHERE user_id = $1', ids.advertiser, role);
      return kindsOf('advertiser');
    };
    expect(await seenAs('read_only')).toEqual([]);
    expect(await seenAs('finance')).toEqual(['invoices_to_pay']);
    expect(await seenAs('manager')).toEqual(['claims_to_decide', 'domains_to_prove']);
    expect(await seenAs('owner')).toEqual(['invoices_to_pay', 'claims_to_decide', 'domains_to_prove']);
  });

  it('requires no payment method where all stores pay by invoice', async () => {
    const manual = await createTestApplication({
      now: () => MARCH,
      database: application.database,
      paymentProvider: manualProvider,
    });
    await query('DELETE FROM payment_setups');
    await query('UPDATE stores SET deactivated_at = NULL');
    const request = { url: '/v2/me/work', as: cast.tokens.advertiser };
    const kinds = ({ body }: { body: { data: { kind: WorkKind }[] } }) => body.data.map(({ kind }) => kind);
    expect(kinds(await application.call(request))).toContain('payment_method_missing');
    expect(kinds(await manual.call(request))).not.toContain('payment_method_missing');
  });

  it('is about one store if it is named, for its members and administrators', async () => {
    const mine = await kindsOf('advertiser', `?store_id=${storeId}`);
    expect(mine).toContain('claims_to_decide');
    expect(await kindsOf('admin', `?store_id=${storeId}`)).toEqual(mine);
    expect(await kindsOf('admin')).not.toContain('claims_to_decide');
    expect((await get('otherAdvertiser', `?store_id=${storeId}`)).status).toBe(403);
    expect((await get('creator', `?store_id=${storeId}`)).status).toBe(403);
    expect((await get('advertiser', '?store_id=999999')).status).toBe(404);
  });

  it('refuses callers without a token, and names an invalid field', async () => {
    expect((await get(null)).status).toBe(401);
    const { status, body } = await get('advertiser', '?store_id=x');
    expect([status, Object.keys(body.errors)]).toEqual([422, ['store_id']]);
  });
});

describe('Unpaid documents', () => {
  it('that are overdue are a task of their own, with their number; the others have their own date', async () => {
    const documents = await query(
      "UPDATE invoices SET paid_at = NULL, payment_date = '2026-03-05' WHERE kind = 'store' RETURNING id",
    );
    expect(documents.length).toBeGreaterThan(1);
    await query("UPDATE invoices SET payment_date = '2026-12-28' WHERE id = $1", documents[0].id);
    const tasks = (await workOf('admin')).filter(({ kind }) => kind === 'unpaid_store_invoices');
    expect(tasks).toMatchObject([
      { count: documents.length - 1, is_overdue: true, due_at: '2026-03-05T23:59:59.000Z' },
      { count: 1, is_overdue: false, due_at: '2026-12-28T23:59:59.000Z' },
    ]);
  });
});
