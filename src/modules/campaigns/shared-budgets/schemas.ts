import { Type } from 'typebox';
import { currencyCode, id, nameSchemas, text } from '../../../platform/http/fields.ts';

/** Fields of a shared budget as campaigns and the budget itself are written. */
export const sharedBudgetFields = {
  title: text({ min: 1, max: 128, description: 'Unique in the store, in any case of letters.' }),
  amount: Type.Number({
    minimum: 0,
    maximum: 1_000_000_000,
    description: 'The whole budget, in major units of the store’s currency (`1500.50`).',
  }),
};

/** A shared budget as it is read. */
export const SharedBudgetRecord = Type.Object({
  id: id(),
  title: Type.String(),
  amount: Type.Number({ description: 'The whole budget, in major units, as it is written.' }),
  spent: Type.Number({ description: 'Its usage by all campaigns, in major units.' }),
  currency: currencyCode(),
  offers: Type.Array(Type.Object({ id: id(), title: Type.String() }), {
    description: 'The campaigns that share it, by id.',
  }),
});

/** A change of a shared budget; omitted fields are unchanged. */
export const ChangeBody = Type.Partial(Type.Object(sharedBudgetFields));

nameSchemas({ SharedBudget: SharedBudgetRecord });
