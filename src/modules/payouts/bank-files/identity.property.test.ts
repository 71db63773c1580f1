import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { camt, type ReportedPayment } from '../../../../tests/harness/bank-reports.ts';
import { createPopulatedApplication } from '../../../../tests/harness/cast.ts';
import { upload } from '../../../../tests/harness/upload.ts';
import { audit } from '../../payments/index.ts';

const { application, cast } = await createPopulatedApplication();

/** A payment that was really made, with all that a bank could state about it. */
interface RealPayment {
  amount: number;
  day: number;
  /** Whether the payer gave an end-to-end id. */
  hasId: boolean;
}

/** What one file states of a payment. */
interface Stated {
  isReported: boolean;
  hasReference: boolean;
  hasId: boolean;
  hasParty: boolean;
  placeholder: string;
  words: string;
}

const payments = fc.array(
  fc.record<RealPayment>({
    amount: fc.constantFrom(100, 500),
    day: fc.integer({ min: 3, max: 5 }),
    hasId: fc.boolean(),
  }),
  { minLength: 1, maxLength: 4 },
);
const stated = fc.record<Stated>({
  isReported: fc.boolean(),
  hasReference: fc.boolean(),
  hasId: fc.boolean(),
  hasParty: fc.boolean(),
  placeholder: fc.constantFrom('NONREF', 'NOTPROVIDED', '0000'),
  words: fc.constantFrom('', 'Thank you', 'Payment'),
});
const files = fc.array(
  fc.record({
    kind: fc.constantFrom('053' as const, '054' as const),
    isSentTwice: fc.boolean(),
    stated: fc.array(stated, { minLength: 4, maxLength: 4 }),
  }),
  { minLength: 1, maxLength: 3 },
);

function reported(
  real: RealPayment,
  at: number,
  { hasReference, hasId, hasParty, placeholder, words }: Stated,
  reference: string,
): ReportedPayment {
  return {
    direction: 'CRDT',
    amount: (real.amount / 100).toFixed(2),
    day: `2026-02-0${real.day}`,
    bankReference: hasReference ? `BANK${at}X` : placeholder,
    endToEndId: hasId && real.hasId ? `ID-${at}` : placeholder,
    reference: `${reference} ${words}`,
    ...(hasParty ? { party: 'Store AB' } : {}),
  };
}

describe('Payments that files of any kinds report with details left out', () => {
  it('are booked once each, or wait for a decision', async () => {
    await fc.assert(
      fc.asyncProperty(payments, files, async (real, reports) => {
        await application.database.pool.query('TRUNCATE bank_files, bank_entries, bank_entry_invoices CASCADE');
        const storeId = await application.market.store();
        const balance = await application.call({ url: `/v2/stores/${storeId}/balance`, as: cast.tokens.admin });
        const seen = new Set<number>();
        for (const { kind, isSentTwice, stated: details } of reports) {
          const listed = real.flatMap((payment, at) => {
            const detail = details[at]!;
            if (!detail.isReported) return [];
            seen.add(at);
            return [reported(payment, at, detail, balance.body.reference)];
          });
          const content = camt(listed, kind);
          expect((await send(content)).status).toBe(201);
          // Another file of the same statement books nothing.
          const again = Buffer.from(`${content.toString()}\n`);
          if (isSentTwice) {
            const { outcomes } = (await send(again)).body;
            expect(outcomes).toEqual(listed.length === 0 ? {} : { known: listed.length });
          }
        }
        const { rows } = await application.database.pool.query<{ booked: number; waiting: number }>(
          `SELECT coalesce(sum(amount_minor) FILTER (WHERE outcome = 'prepaid'), 0)::int AS booked,
             coalesce(sum(amount_minor) FILTER (WHERE outcome = 'doubtful'), 0)::int AS waiting FROM bank_entries`,
        );
        const paid = [...seen].reduce((sum, at) => sum + real[at]!.amount, 0);
        const { booked, waiting } = rows[0]!;
        expect(booked).toBeLessThanOrEqual(paid);
        expect(booked + waiting).toBeGreaterThanOrEqual(paid);
      }),
      { numRuns: 40 },
    );
    expect((await audit(application.database.db)).filter(({ faults }) => faults > 0)).toEqual([]);
  });
});

const send = (content: Buffer) =>
  upload(application, {
    url: '/v2/bank-files',
    as: cast.tokens.admin,
    mediaType: 'application/xml',
    content,
  });
