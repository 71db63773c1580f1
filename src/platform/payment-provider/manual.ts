import type { ManualPaymentProvider } from './provider.ts';

/** Needs no external account: every store pays by invoice. */
export const manualProvider: ManualPaymentProvider = {
  name: 'manual',
  openSession: ({ reference }) => ({
    id: `invoice-${reference}`,
    url: null,
    embedded: null,
    instructions:
      'You pay by invoice: each month’s invoice names the sum, the account and the day by which it is due. There is nothing to set up; ' +
      'to note that you agree, set this session’s id as your payment set-up.',
    expiresAt: null,
  }),
};
