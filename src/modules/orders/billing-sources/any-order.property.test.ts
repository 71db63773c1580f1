import fc from 'fast-check';
import { expect, it } from 'vitest';
import { orderFaults } from '../../../../tests/harness/order-totals.ts';
import { type BillingEventBody, openSubscription } from '../../../../tests/harness/peers/stripe-billing.ts';
import { audit } from '../../payments/index.ts';
import { daysAgo, openBilling } from './billing.fixture.ts';

const { application, call, query, aStore, settle } = await openBilling();

type Life = { isEarlier: boolean; isTrial: boolean; renewals: number; acts: Act[] };
type Act = { what: 'refund' | 'failed' | 'dispute' | 'won' | 'outside' | 'void'; of: number; amount: number };

const act: fc.Arbitrary<Act> = fc.record({
  what: fc.constantFrom('refund', 'failed', 'dispute', 'won', 'outside', 'void'),
  of: fc.nat(5),
  amount: fc.integer({ min: 1, max: 15_000 }),
});
const life: fc.Arbitrary<Life> = fc.record({
  isEarlier: fc.boolean(),
  isTrial: fc.boolean(),
  renewals: fc.integer({ min: 1, max: 4 }),
  acts: fc.array(act, { maxLength: 6 }),
});

/** The events of a subscription with the click of a store, in the order in which Stripe sends them. */
function eventsOf({ isEarlier, isTrial, renewals, acts }: Life, tclid: string): BillingEventBody[] {
  const someone = openSubscription({ isEarlier });
  const trial = { from: daysAgo(150), to: daysAgo(140) };
  const begun = isTrial ? trial.to : trial.from;
  const events = [
    someone.checkout(trial.from, { reference: tclid }),
    isTrial ? someone.created(trial.from, { trialEnd: trial.to }) : someone.created(trial.from),
    ...(isTrial ? [someone.activated(trial.to, trial)] : []),
  ];
  const invoices = Array.from({ length: renewals }, (_, month) => {
    const at = new Date(begun.getTime() + month * 30 * 86_400_000 + 5_000);
    const { invoice, events: sent } = someone.invoice({ at, total: 12_500, net: 10_000 });
    events.push(...sent);
    return invoice;
  });
  for (const [index, { what, of, amount }] of acts.entries()) {
    const invoice = invoices[of % invoices.length]!;
    // Some acts happen in the same second.
    const at = new Date(daysAgo(10).getTime() + Math.floor(index / 2) * 1_000);
    if (what === 'refund') events.push(...someone.refund(invoice, at, amount).events);
    else if (what === 'failed') {
      const refund = someone.refund(invoice, at, amount);
      events.push(...refund.events, refund.failed(new Date(at.getTime() + 1_000)));
    } else if (what === 'dispute') events.push(someone.dispute(invoice, at, 'needs_response', amount));
    else if (what === 'won') events.push(someone.dispute(invoice, at, 'won', amount));
    else events.push(someone.creditNote(invoice, at, { outside: amount, isVoid: what === 'void' }));
  }
  return events;
}

/** A store that pays for trials and begun subscriptions, with a click. */
async function aMarket() {
  const store = await aStore();
  for (const code of ['trial', 'start']) {
    const cpl = { minor: 500, currency: 'SEK' };
    expect((await call('POST', store.path('event-kinds'), { code, name: code, cpl })).status).toBe(201);
  }
  await query('UPDATE event_prices SET valid_from = $2 WHERE store_id = $1', [store.storeId, daysAgo(400)]);
  await call('PUT', store.path('billing-sources/stripe'), { trial_kind: 'trial', start_kind: 'start' });
  const tclid = await store.click(daysAgo(150));
  const result = async () => ({ orders: await store.orders(), events: await store.events() });
  return { store, tclid, result };
}

it('The events of a subscription give the same orders in any order, however often each arrives', async () => {
  await fc.assert(
    fc.asyncProperty(life, fc.infiniteStream(fc.nat(1_000)), async (lived, random) => {
      const [plain, shuffled] = [await aMarket(), await aMarket()];
      const sent = eventsOf(lived, plain.tclid);
      await plain.store.receive(...sent);
      // The same events of another store, with its click, each once or twice.
      const text = JSON.stringify(sent).replaceAll(plain.tclid, shuffled.tclid);
      const again = (JSON.parse(text) as BillingEventBody[]).flatMap((event) =>
        random.next().value! % 2 === 0 ? [event] : [event, event],
      );
      const order = again.map((event) => [random.next().value!, event] as const).sort(([a], [b]) => a - b);
      await shuffled.store.receive(...order.map(([, event]) => event));
      const expected = await plain.result();
      expect(await shuffled.result()).toEqual(expected);
      // Repayments, also a second time and settled one by one, change nothing more.
      for (const event of again.filter(({ type }) => !/^(?:invoice|checkout|customer)/.test(type)).slice(0, 3))
        await shuffled.store.receive(event);
      await settle();
      expect(await shuffled.result()).toEqual(expected);
    }),
    { numRuns: 12 },
  );
  expect(await orderFaults(application.database.pool)).toEqual([]);
  expect((await audit(application.database.db)).filter(({ faults }) => faults > 0)).toEqual([]);
});
