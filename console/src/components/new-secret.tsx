import { Alert, Button, Card, Checkbox, Code, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { ApiError } from '@tributary/client';
import { type FormEvent, useState } from 'react';
import { CopyText } from './copy-text.tsx';
import { useApiMutation } from './use-api-mutation.ts';

interface SecretTexts<Scope extends string> {
  name: string;
  scopes: string;
  scopeNames: Readonly<Record<Scope, string>>;
  days: string;
  daysHint: string;
  make: string;
  made: string;
  /** What the secret is called. */
  secret: string;
}

interface NewSecretProps<Scope extends string> {
  scopes: readonly Scope[];
  texts: SecretTexts<Scope>;
  /** Makes the token or key, and returns its text. */
  onMake: (body: { name: string; scopes: Scope[]; days?: number }) => Promise<string>;
}

/** Form for a token or key of programs, which it shows once. */
export function NewSecret<Scope extends string>({ scopes, texts: t, onMake }: NewSecretProps<Scope>) {
  const [name, setName] = useState('');
  const [days, setDays] = useState<string | number>('');
  const [chosen, setChosen] = useState<Scope[]>([...scopes]);
  const make = useApiMutation(
    () => onMake({ name: name.trim(), scopes: chosen, ...(days === '' ? {} : { days: Number(days) }) }),
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
        {make.failure && Object.keys(fields).length === 0 && (
          <Alert color="red" variant="light" role="alert">
            {make.failure}
          </Alert>
        )}
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
          value={chosen}
          error={fields.scopes?.join(' ')}
          onChange={(values) => setChosen(scopes.filter((scope) => values.includes(scope)))}
        >
          <Group gap="md" mt={4}>
            {scopes.map((scope) => (
              <Checkbox key={scope} value={scope} label={t.scopeNames[scope]} />
            ))}
          </Group>
        </Checkbox.Group>
        {make.data !== undefined && (
          <Alert color="river" variant="light" icon={<IconKey />} title={t.made} role="status">
            <Group gap="sm">
              <Text component="span" style={{ overflowWrap: 'anywhere' }}>
                <Code>{make.data}</Code>
              </Text>
              <CopyText text={make.data} of={t.secret} />
            </Group>
          </Alert>
        )}
      </Stack>
    </Card>
  );
}
