import { type Example, inDemo, madeBy } from './example.ts';

const ofUser = { as: 'creator', at: { user: inDemo('user') } } as const;
const ofClient = { as: 'agency', at: { client: inDemo('client') } } as const;
const ofRun = { as: 'admin', at: { payout_run: madeBy('makePayoutRun') } } as const;
const ofEntry = { as: 'admin', at: { bank_entry: madeBy('listBankEntries') } } as const;

const company = {
  kind: 'company',
  legal_name: 'Nordljus Creators AB',
  street: 'Hornsgatan 104',
  postal_code: '117 26',
  city: 'Stockholm',
  country: 'SE',
  vat_status: 'registered',
  vat_number: 'SE559000000001',
  tax_number: null,
};
const consent = { version: '2026-11' };
const run = { currency: 'SEK', cut_off: '2026-01-31' };
const needsRun = 'A run that was exported.';

const MINIMUM = { as: 'admin', body: { minimum: { amount: '100.00', currency: 'SEK' } } } as const;

/** Examples of payees, payout runs and bank reports. */
export const PAYOUT_EXAMPLES: Record<string, Example> = {
  savePayee: { ...ofUser, body: { ...company, legal_name: 'Maja Lind Media AB' } },
  consentToSelfBilling: { ...ofUser, body: consent },
  confirmVatNumber: {
    ...ofUser,
    as: 'admin',
    body: { vat_number: 'SE559000000001' },
    needs: 'The number is the payee’s.',
  },
  savePayoutAccount: {
    ...ofUser,
    body: { method: 'iban', holder: 'Maja Lind', iban: 'SE45 5000 0000 0583 9825 7466' },
  },
  savePayeeOfClient: { ...ofClient, body: company },
  confirmVatNumberOfClient: {
    ...ofClient,
    as: 'admin',
    body: { vat_number: 'SE559000000001' },
    needs: 'The number is the payee’s.',
  },
  consentToSelfBillingOfClient: { ...ofClient, body: consent },
  savePayoutAccountOfClient: {
    ...ofClient,
    body: { method: 'bankgiro', holder: 'Nordljus Creators AB', number: '5050-1055' },
  },
  adminSetMinimumPayout: MINIMUM,
  adminSetPayoutMinimum: MINIMUM,
  previewPayoutRun: { as: 'admin', body: run },
  makePayoutRun: {
    as: 'admin',
    body: { ...run, fingerprint: '0'.repeat(64) },
    needs: 'The fingerprint is the one of the preview.',
  },
  exportPayoutRun: {
    ...ofRun,
    body: { format: 'pain.001.001.09' },
    needs: 'A run that was made, and approved if it needs that.',
  },
  markPayoutRunPaid: { ...ofRun, body: { paid_on: '2026-02-03' }, needs: needsRun },
  cancelPayoutRun: { ...ofRun, body: { reason: 'The file was not sent to the bank' }, needs: 'A run that was made.' },
  returnPayout: {
    as: 'admin',
    at: { payout: madeBy('listPayoutsOfRun') },
    body: { returned_on: '2026-02-05', reason: 'The account is closed' },
    needs: 'A payout that was paid.',
  },
  matchBankEntry: { ...ofEntry, body: { invoice_ids: [1] }, needs: 'An unmatched incoming payment.' },
  prepayBankEntry: { ...ofEntry, body: { store_id: 1 }, needs: 'An unmatched incoming payment.' },
  decideBankEntry: { ...ofEntry, body: { decision: 'same_payment' }, needs: 'A doubtful entry.' },
  dismissBankEntry: { ...ofEntry, body: { reason: 'Bank fee' }, needs: 'An unmatched entry.' },
};
