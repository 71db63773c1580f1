import { NativeSelect, Text } from '@mantine/core';
import { CodePicker } from '../../admin/components/code-picker.tsx';
import { Form } from '../form.tsx';
import { LimitedInput } from '../limited-input.tsx';
import { useForm } from '../use-form.ts';
import { type AccountBody, type PayeeOwner, saveAccount } from './payee-api.ts';
import { usePayeesTexts } from './texts.ts';

type Method = AccountBody['method'];
type DetailField = 'iban' | 'bic' | 'number' | 'sort_code' | 'routing_number' | 'email' | 'recipient_id' | 'account_id';

const METHODS = ['iban', 'bankgiro', 'plusgiro', 'uk', 'us', 'paypal', 'wise', 'stripe'] as const;
/** Fields of each method; a BIC is optional. */
const FIELDS: Record<Method, readonly DetailField[]> = {
  iban: ['iban', 'bic'],
  bankgiro: ['number'],
  plusgiro: ['number'],
  uk: ['sort_code', 'number'],
  us: ['routing_number', 'number'],
  paypal: ['email'],
  wise: ['recipient_id'],
  stripe: ['account_id'],
};
/** Methods that pay in more than one currency. */
const MANY_CURRENCIES: readonly Method[] = ['iban', 'paypal', 'wise', 'stripe'];

const NO_DETAILS: Record<DetailField, string> = {
  iban: '',
  bic: '',
  number: '',
  sort_code: '',
  routing_number: '',
  email: '',
  recipient_id: '',
  account_id: '',
};
const EMPTY = {
  ...NO_DETAILS,
  holder: '',
  currency: '',
  method: 'iban' as Method,
  account_type: 'checking' as 'checking' | 'savings',
};

/** Form for a new payout account. The input is sent once and never shown again. */
export function AccountForm({ owner, onClose }: { owner: PayeeOwner; onClose: () => void }) {
  const t = usePayeesTexts().accounts;
  const form = useForm(
    { ...EMPTY },
    {
      send: ({ method, holder, currency, account_type, ...typed }) => {
        const fields = FIELDS[method].flatMap((name) => (typed[name] === '' ? [] : [[name, typed[name]]]));
        return saveAccount(owner, {
          ...(Object.fromEntries(fields) as Partial<Record<DetailField, string>>),
          method,
          holder,
          ...(currency !== '' && MANY_CURRENCIES.includes(method) ? { currency } : {}),
          ...(method === 'us' ? { account_type } : {}),
        });
      },
      done: t.saved,
      onDone: onClose,
      isGuarded: true,
    },
  );
  const { method } = form.draft;
  return (
    <Form of={form} action={t.save} onCancel={onClose}>
      <Text size="sm">{t.addHint}</Text>
      <NativeSelect
        label={t.method}
        data-autofocus
        data={METHODS.map((value) => ({ value, label: t.methods[value] }))}
        {...form.text('method')}
        onChange={({ currentTarget }) => {
          form.type({ ...NO_DETAILS, method: METHODS.find((one) => one === currentTarget.value)! });
          form.reset();
        }}
      />
      <LimitedInput
        label={t.holder}
        description={t.holderHint}
        required
        max={70}
        autoComplete="off"
        {...form.text('holder')}
      />
      {FIELDS[method].map((name) => (
        <LimitedInput
          key={name}
          label={t.fields[name]}
          {...(name === 'bic' ? { description: t.optional } : {})}
          required={name !== 'bic'}
          max={name === 'email' ? 254 : name === 'account_id' ? 80 : 40}
          autoComplete="off"
          {...form.text(name)}
        />
      ))}
      {method === 'us' && (
        <NativeSelect
          label={t.fields.account_type}
          data={(['checking', 'savings'] as const).map((value) => ({ value, label: t.accountTypes[value] }))}
          {...form.text('account_type')}
        />
      )}
      {MANY_CURRENCIES.includes(method) && (
        <CodePicker
          set="currency"
          among={undefined}
          label={t.currency}
          description={t.currencyHint}
          required={false}
          {...form.value('currency')}
        />
      )}
    </Form>
  );
}
