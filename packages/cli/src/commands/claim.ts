import type { Command } from '../command.ts';
import { signedInClient } from '../config.ts';
import { WrongUsage } from '../io.ts';
import { given, idOf, requiredText, textOf } from '../options.ts';
import { printRecord } from '../output.ts';

export const claim: Command = {
  name: 'claim',
  summary: 'report an order that is missing or wrong',
  args: '',
  options: {
    store: { value: 'ID', help: 'the store' },
    order: { value: 'NUMBER', help: 'the store’s number of the order' },
    amount: { value: 'AMOUNT', help: 'the value of the order, such as 129.50' },
    currency: { value: 'CODE', help: 'its currency, such as SEK' },
    note: { value: 'TEXT', help: 'what is missing or wrong, for the store' },
    on: { value: 'DAY', help: 'the day of the order (YYYY-MM-DD); today by default' },
    user: { value: 'ID', help: 'the creator; by default yourself' },
  },
  async run({ io, options, json, url }) {
    const storeId = idOf(options, 'store');
    if (storeId === undefined) throw new WrongUsage('--store is missing.');
    const body = {
      store_id: storeId,
      order_id: requiredText(options, 'order'),
      amount: { amount: requiredText(options, 'amount'), currency: requiredText(options, 'currency').toUpperCase() },
      note: requiredText(options, 'note'),
      ...given('ordered_on', textOf(options, 'on')),
      ...given('user_id', idOf(options, 'user')),
    };
    const client = await signedInClient(io, url);
    const { data } = await client.POST('/v2/order-claims', { body });
    const { id, status, due_at, findings, store } = data;
    printRecord(io, data, {
      json,
      fields: { claim: id, store: store.name, status, findings: findings.join(', '), 'decision by': due_at },
    });
  },
};
