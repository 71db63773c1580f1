import { describe, expect, it } from 'vitest';
import { type Cast, createPopulatedApplication } from '../../../../tests/harness/cast.ts';
import { afterThisFile } from '../../../../tests/harness/clean-up.ts';
import { openStripe } from '../../../../tests/harness/peers/stripe.ts';
import { stripeProvider } from '../../../platform/payment-provider/stripe.ts';

const NOON = new Date('2026-03-15T12:00:00Z');
const stripe = await openStripe(afterThisFile);
const { application, cast } = await createPopulatedApplication({
  now: () => NOON,
  paymentProvider: stripeProvider(stripe.settings),
});

const ask = (as: keyof Cast['tokens'] | null, body?: unknown) =>
  application.call({
    method: 'POST',
    url: '/advertiser/payment-details',
    body,
    ...(as === null ? {} : { as: cast.tokens[as] }),
  });
const NO_STORE = {
  status: 400,
  body: { status: 400, error: 'no_matching_store', message: 'No matching store record was found.' },
};

describe('Payment details', () => {
  it('contain the billing data and the payment method, as far as they may be shown', async () => {
    const { pool } = application.database;
    const { rows } = await pool.query('SELECT name FROM stores WHERE id = $1', [cast.storeId]);
    const details = {
      store_id: cast.storeId,
      billing: {
        store_name: rows[0].name,
        company_name: '',
        street: '',
        postal_code: '',
        city: '',
        country: 'SE',
        vat_number: '',
        currency: 'SEK',
      },
      provider: 'stripe',
      payment_setup_id: null,
      set_at: null,
      payment_method: null,
    };
    expect(await ask('advertiser', { store_id: cast.storeId })).toMatchObject({ status: 200, body: details });

    await pool.query(
      `UPDATE stores SET company_name = 'Löparen AB', street = 'Storgatan 1', postal_code = '111 22', city = 'Stockholm',
        vat_number = 'SE556677889901' WHERE id = $1`,
      [cast.storeId],
    );
    const as = cast.tokens.advertiser;
    const session = await application.call({ url: `/advertiser/${cast.storeId}/payment-provider/session`, as });
    const method = stripe.complete(session.body.session_id);
    await application.call({ method: 'PUT', url: `/v2/stores/${cast.storeId}/payment`, as });
    const { body } = await ask('admin', { store_id: cast.storeId });
    expect(body).toEqual({
      ...details,
      billing: {
        ...details.billing,
        company_name: 'Löparen AB',
        street: 'Storgatan 1',
        postal_code: '111 22',
        city: 'Stockholm',
        vat_number: 'SE556677889901',
      },
      payment_setup_id: expect.stringMatching(/^seti_/),
      set_at: NOON.toISOString(),
      payment_method: { type: 'card', brand: 'visa', last4: '4242', exp_month: 7, exp_year: 2031 },
    });
    expect(JSON.stringify(body)).not.toContain(method.id);
  });

  it('are those of the caller’s one store when none is named', async () => {
    for (const body of [undefined, {}]) {
      expect(await ask('otherAdvertiser', body)).toMatchObject({ status: 200, body: { store_id: cast.otherStoreId } });
      for (const as of ['creator', 'agency', 'admin'] as const) expect(await ask(as, body)).toMatchObject(NO_STORE);
    }
    const many = await application.market.user();
    for (const storeId of [cast.storeId, cast.otherStoreId]) await application.market.member(storeId, many);
    const url = '/advertiser/payment-details';
    expect(await application.call({ method: 'POST', url, as: await application.tokenOf(many) })).toMatchObject(
      NO_STORE,
    );
  });

  it('are for members of the store and administrators', async () => {
    expect((await ask(null, { store_id: cast.storeId })).status).toBe(401);
    for (const as of ['creator', 'agency', 'otherAdvertiser'] as const) {
      expect((await ask(as, { store_id: cast.storeId })).status).toBe(403);
    }
  });

  it('are a 400 for a store that there is not, or that the caller cannot know of', async () => {
    const hidden = await application.market.store({ hidden: true });
    expect(await ask('advertiser', { store_id: hidden })).toMatchObject(NO_STORE);
    expect(await ask('admin', { store_id: 999_999 })).toMatchObject(NO_STORE);
    expect((await ask('admin', { store_id: hidden })).status).toBe(200);
  });

  it.each([[0], ['1'], [null], [1.5], [2 ** 53]])('do not exist for the store %j', async (storeId) => {
    const { status, body } = await ask('admin', { store_id: storeId });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['store_id']]);
  });

  it('accept no other fields', async () => {
    expect((await ask('admin', { store: 1 })).body.errors).toEqual({ store: ['is not a known field'] });
  });
});
