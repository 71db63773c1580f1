import { Alert, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { ApiError } from '@tributary/client';
import { type FormEvent, useState } from 'react';
import { CodePicker } from '../../admin/components/code-picker.tsx';
import { useApiMutation } from '../use-api-mutation.ts';
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

/** Form for a new payout account. The input is sent once and never shown again. */
export function AccountForm({ owner, onClose }: { owner: PayeeOwner; onClose: () => void }) {
  const t = usePayeesTexts().accounts;
  const [method, setMethod] = useState<Method>('iban');
  const [holder, setHolder] = useState('');
  const [currency, setCurrency] = useState('');
  const [type, setType] = useState<'checking' | 'savings'>('checking');
  const [typed, setTyped] = useState<Partial<Record<DetailField, string>>>({});
  const saving = useApiMutation(
    () => {
      const fields = FIELDS[method].flatMap((name) =>
        typed[name] === undefined || typed[name] === '' ? [] : [[name, typed[name]]],
      );
      return saveAccount(owner, {
        ...(Object.fromEntries(fields) as Partial<Record<DetailField, string>>),
        ...{ method, holder },
        ...(currency !== '' && MANY_CURRENCIES.includes(method) ? { currency } : {}),
        ...(method === 'us' ? { account_type: type } : {}),
      });
    },
    { done: t.saved, onDone: onClose },
  );
  const faults = saving.error instanceof ApiError ? saving.error.fields : {};
  const shown = ['method', 'holder', 'currency', ...FIELDS[method]];
  const isElsewhere = Object.keys(faults).every((name) => !shown.includes(name));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{t.addHint}</Text>
        <NativeSelect
          label={t.method}
          data-autofocus
          data={METHODS.map((value) => ({ value, label: t.methods[value] }))}
          value={method}
          error={faults['method']?.join(' ')}
          onChange={({ currentTarget }) => {
            setMethod(METHODS.find((one) => one === currentTarget.value)!);
            setTyped({});
            saving.reset();
          }}
        />
        <TextInput
          label={t.holder}
          description={t.holderHint}
          required
          maxLength={70}
          autoComplete="off"
          value={holder}
          error={faults['holder']?.join(' ')}
          onChange={({ currentTarget: { value } }) => setHolder(value)}
        />
        {FIELDS[method].map((name) => (
          <TextInput
            key={name}
            label={t.fields[name]}
            {...(name === 'bic' ? { description: t.optional } : {})}
            required={name !== 'bic'}
            maxLength={name === 'email' ? 254 : name === 'account_id' ? 80 : 40}
            autoComplete="off"
            value={typed[name] ?? ''}
            error={faults[name]?.join(' ')}
            onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, [name]: value }))}
          />
        ))}
        {method === 'us' && (
          <NativeSelect
            label={t.fields.account_type}
            data={(['checking', 'savings'] as const).map((value) => ({ value, label: t.accountTypes[value] }))}
            value={type}
            onChange={({ currentTarget }) => setType(currentTarget.value === 'savings' ? 'savings' : 'checking')}
          />
        )}
        {MANY_CURRENCIES.includes(method) && (
          <CodePicker
            set="currency"
            among={undefined}
            label={t.currency}
            description={t.currencyHint}
            required={false}
            error={faults['currency']?.join(' ')}
            value={currency}
            onChange={setCurrency}
          />
        )}
        {saving.failure !== null && isElsewhere && (
          <Alert color="red" variant="light" role="alert">
            {saving.failure}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t.cancel}
          </Button>
          <Button type="submit" loading={saving.isPending}>
            {t.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
