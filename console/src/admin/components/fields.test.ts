import { describe, expect, it } from 'vitest';
import { type Field, readDraft, writeDraft } from './fields.ts';

const fields: Field[] = [
  { name: 'name', label: 'Name', required: true },
  { name: 'currency', label: 'Currency', kind: 'currency', required: true },
  { name: 'payment_limit', label: 'Least sum', kind: 'money', isNeverNull: true },
  { name: 'user_share', label: 'Part', kind: 'share' },
];
const record = { name: 'Sverige', currency: 'SEK', payment_limit: 20_000, user_share: 0.6 };

describe('The form of a record', () => {
  it('shows amounts in major units and shares in percent, and sends them in the form of the API', () => {
    const draft = readDraft(fields, record);
    expect(draft).toEqual({ name: 'Sverige', currency: 'SEK', payment_limit: '200.00', user_share: '60' });
    expect(writeDraft(fields, draft, record)).toEqual({});
    expect(writeDraft(fields, { ...draft, payment_limit: '250,50', user_share: '62,5' }, record)).toEqual({
      payment_limit: 25_050,
      user_share: 0.625,
    });
  });

  it('keeps the amount when a currency with other decimals is selected', () => {
    const draft = readDraft(fields, record);
    expect(writeDraft(fields, { ...draft, currency: 'JPY' }, record)).toEqual({ currency: 'JPY', payment_limit: 200 });
  });

  it('takes the currency from the record when the form has no field for it', () => {
    const limit: Field[] = [{ name: 'own_limit_minor', label: 'Limit', kind: 'money' }];
    const store = { currency: 'JPY', own_limit_minor: 5000 };
    expect(readDraft(limit, store)).toEqual({ own_limit_minor: '5000' });
    expect(writeDraft(limit, { own_limit_minor: '7000' }, store)).toEqual({ own_limit_minor: 7000 });
    expect(writeDraft(limit, { own_limit_minor: '' }, store)).toEqual({ own_limit_minor: null });
  });

  it('leaves out empty fields that cannot be null', () => {
    const draft = { name: 'Norge', currency: 'NOK', payment_limit: '', user_share: '' };
    expect(writeDraft(fields, draft, {})).toEqual({ name: 'Norge', currency: 'NOK' });
    expect(writeDraft(fields, { ...draft, currency: '', payment_limit: '10' }, {})).toEqual({
      name: 'Norge',
      payment_limit: 1000,
    });
  });
});
