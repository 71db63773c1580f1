import { describe, expect, it } from 'vitest';
import { createTestApplication } from '../../../../tests/harness/application.ts';
import type { Role } from '../../../../tests/harness/cast.ts';
import { stripeProvider } from '../../../platform/payment-provider/stripe.ts';
import { usePaymentLinks } from './payment-links.fixture.ts';

const here = usePaymentLinks();
const { query, ask, sessions, open, isPaid, booked, mark } = here;

describe('A payment link', () => {
  it('is for the open amount, by card or SEPA debit, on one page', async () => {
    const session = await open();
    expect(session).toMatchObject({
      amount_total: here.closed.otherStore.total_minor,
      currency: 'eur',
      allowed_payment_method_types: ['card', 'sepa_debit'],
    });
    expect(session.client_reference_id).toMatch(/^payment-\d+$/);
    const count = sessions().length;
    const again = await Promise.all([ask(), ask('EUR', 'admin', here.other), ask()]);
    expect(new Set(again.map(({ body }) => body.url))).toEqual(new Set([session.url]));
    expect(sessions()).toHaveLength(count);
  });

  it('is one page when two processes request it concurrently', async () => {
    const count = sessions().length;
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, i) => ask('SEK', 'admin', i % 2 ? here.other : here.application)),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ body }) => body.url)).size).toBe(1);
    expect(sessions()).toHaveLength(count + 1);
  });

  it.each(['hang up', 'silence'] as const)('is one page when the reply was lost (%s)', async (failure) => {
    const count = sessions().length;
    const slow = stripeProvider(here.stripe.settings, failure === 'silence' ? 1_500 : 5_000);
    const third = await createTestApplication({
      now: () => here.now,
      paymentProvider: slow,
      database: here.application.database,
    });
    here.stripe.failNext(failure, { after: true });
    expect((await ask('EUR', 'admin', third)).status).toBe(200);
    expect(sessions()).toHaveLength(count + 1);
  });

  it('can be requested again after Stripe refused it or was unavailable', async () => {
    for (const status of [400, 500, 503]) {
      const refusal = { status, headers: { 'content-type': 'application/json' }, body: '{"error":{"message":"no"}}' };
      for (const _ of [1, 2]) here.stripe.failNext(refusal);
      const reply = await ask();
      expect(reply.status).toBe(503);
      // A refusal is not repeated.
      if (status === 400) expect((await ask()).status).toBe(503);
    }
    await open();
  });

  it('replaces a page that expires soon or has another amount, and never leaves two open', async () => {
    const first = await open();
    here.now = new Date(first.expires_at * 1_000 - 5 * 60_000);
    const second = await open();
    expect([first.status, second.status, second.id === first.id]).toEqual(['expired', 'open', false]);
    await query(`UPDATE payment_links SET amount_minor = amount_minor + 1 WHERE status = 'open'`);
    const third = await open();
    expect([second.status, third.status]).toEqual(['expired', 'open']);
  });

  it('finds that the old page was paid before it could be replaced', async () => {
    const first = await open();
    here.stripe.money.pay(first.id);
    here.now = new Date(first.expires_at * 1_000);
    expect((await ask()).body.error).toBe('already_paid');
    expect([await isPaid(), await booked()]).toEqual([true, { minor: here.closed.otherStore.total_minor, entries: 1 }]);
  });

  it('is for the store and administrators, and for open invoices of the store', async () => {
    for (const [role, status] of [
      [null, 401],
      ['creator', 403],
      ['agency', 403],
      ['otherAdvertiser', 403],
    ] as const)
      expect([role, (await ask('SEK', role as Role | null)).status]).toEqual([role, status]);
    expect((await ask('SEK', 'advertiser')).status).toBe(200);
    const foreign = `/v2/stores/${here.cast.storeId}/invoices/${here.closed.otherStore.id}/payment-link`;
    expect(
      (await here.application.call({ method: 'POST', url: foreign, as: here.cast.tokens.advertiser })).status,
    ).toBe(404);
    const statement = `/v2/stores/${here.cast.storeId}/invoices/${here.closed.creator[0]!.id}/payment-link`;
    expect((await here.application.call({ method: 'POST', url: statement, as: here.cast.tokens.admin })).status).toBe(
      404,
    );
    await mark(here.closed.otherStore.id);
    expect((await ask()).body).toMatchObject({ error: 'already_paid' });
  });

  it('requires Stripe and its webhook secret, and the error names them', async () => {
    const without = await createTestApplication({ database: here.application.database });
    const deaf = await createTestApplication({
      database: here.application.database,
      paymentProvider: stripeProvider({ ...here.stripe.settings, webhookSecret: null }),
    });
    for (const [app, setting] of [
      [without, 'STRIPE_SECRET_KEY'],
      [deaf, 'STRIPE_WEBHOOK_SECRET'],
    ] as const) {
      const { status, body } = await ask('EUR', 'admin', app);
      expect([status, body.error, body.message]).toEqual([
        400,
        'payment_links_not_configured',
        `Payment links need Stripe: ${setting} is not set.`,
      ]);
    }
  });
});

describe('The list', () => {
  it('is for administrators', async () => {
    for (const [role, status] of [
      [null, 401],
      ['creator', 403],
      ['advertiser', 403],
    ] as const)
      expect(
        (
          await here.application.call({
            url: '/v2/admin/payment-links',
            ...(role === null ? {} : { as: here.cast.tokens[role] }),
          })
        ).status,
      ).toBe(status);
    expect(
      (await here.application.call({ url: '/v2/admin/payment-links?size=1000', as: here.cast.tokens.admin })).status,
    ).toBe(422);
  });
});
