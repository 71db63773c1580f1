import { Alert, Button, Card, Checkbox, Code, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { ApiError } from '@tributary/client';
import { type FormEvent, useState } from 'react';
import { client } from '../api.ts';
import { CopyText } from '../components/copy-text.tsx';
import { FailureAlert } from '../components/failure.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useAccountTexts } from './texts.ts';

const SCOPES = ['read', 'links', 'orders', 'campaigns', 'money', 'administration'] as const;
type Scope = (typeof SCOPES)[number];

/** Makes a token and shows it, this once. */
export function NewToken() {
  const t = useAccountTexts().tokens;
  const [name, setName] = useState('');
  const [days, setDays] = useState<string | number>('');
  const [scopes, setScopes] = useState<Scope[]>([...SCOPES]);
  const make = useApiMutation(
    async () => {
      const body = { name: name.trim(), scopes, ...(days === '' ? {} : { days: Number(days) }) };
      return (await client.POST('/v2/me/tokens', { body })).data!;
    },
    {
      onDone: () => {
        setName('');
        setDays('');
      },
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  const fields = make.error instanceof ApiError ? make.error.fields : {};
  return (
    <Card component="form" onSubmit={submit}>
      <Stack gap="md">
        {Object.keys(fields).length === 0 && <FailureAlert message={make.failure} />}
        <Group align="flex-start">
          <TextInput
            label={t.name}
            required
            flex="1 1 220px"
            value={name}
            error={fields.name?.join(' ')}
            onChange={({ currentTarget: { value } }) => setName(value)}
          />
          <NumberInput
            label={t.days}
            description={t.daysHint}
            min={1}
            allowDecimal={false}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            flex="0 1 220px"
            value={days}
            error={fields.days?.join(' ')}
            onChange={setDays}
          />
          <Button type="submit" loading={make.isPending} mt={25}>
            {t.make}
          </Button>
        </Group>
        <Checkbox.Group
          label={t.scopes}
          value={scopes}
          error={fields.scopes?.join(' ')}
          onChange={(values) => setScopes(SCOPES.filter((scope) => values.includes(scope)))}
        >
          <Group gap="md" mt={4}>
            {SCOPES.map((scope) => (
              <Checkbox key={scope} value={scope} label={t.scopeNames[scope]} />
            ))}
          </Group>
        </Checkbox.Group>
        {make.data && (
          <Alert color="river" variant="light" icon={<IconKey />} title={t.made} role="status">
            <Group gap="sm">
              <Text component="span" style={{ overflowWrap: 'anywhere' }}>
                <Code>{make.data.token}</Code>
              </Text>
              <CopyText text={make.data.token} of={t.token} />
            </Group>
          </Alert>
        )}
      </Stack>
    </Card>
  );
}
