import { Alert, Button, Card, Checkbox, Code, Group, NumberInput, Text, TextInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { CopyText } from './copy-text.tsx';
import { Form } from './form.tsx';
import { useForm } from './use-form.ts';

interface SecretTexts<Scope extends string> {
  name: string;
  scopes: string;
  scopeNames: Readonly<Record<Scope, string>>;
  days: string;
  daysHint: string;
  make: string;
  made: string;
  /** The name of the secret. */
  secret: string;
}

interface NewSecretProps<Scope extends string> {
  scopes: readonly Scope[];
  /** Those that are selected at first; all unless given. */
  selected?: readonly Scope[];
  texts: SecretTexts<Scope>;
  /** Creates the token or key, and returns its text. */
  onMake: (body: { name: string; scopes: Scope[]; days?: number }) => Promise<string>;
}

/** Form that creates a token or key for programs and shows it once. */
export function NewSecret<Scope extends string>({
  scopes,
  selected = scopes,
  texts: t,
  onMake,
}: NewSecretProps<Scope>) {
  const form = useForm(
    { name: '', days: '' as string | number, scopes: [...selected] as string[] },
    {
      send: ({ name, days, scopes: chosen }) =>
        onMake({
          name: name.trim(),
          scopes: scopes.filter((scope) => chosen.includes(scope)),
          ...(days === '' ? {} : { days: Number(days) }),
        }),
    },
  );
  return (
    <Card>
      <Form of={form}>
        <Group align="flex-start">
          <TextInput label={t.name} required flex="1 1 220px" {...form.text('name')} />
          <NumberInput
            label={t.days}
            description={t.daysHint}
            min={1}
            allowDecimal={false}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            flex="0 1 220px"
            {...form.value('days')}
          />
          <Button type="submit" loading={form.isPending} mt={25}>
            {t.make}
          </Button>
        </Group>
        <Checkbox.Group label={t.scopes} {...form.value('scopes')}>
          <Group gap="md" mt={4}>
            {scopes.map((scope) => (
              <Checkbox key={scope} value={scope} label={t.scopeNames[scope]} />
            ))}
          </Group>
        </Checkbox.Group>
      </Form>
      {form.data !== undefined && (
        <Alert color="river" variant="light" icon={<IconKey />} title={t.made} role="status" mt="md">
          <Group gap="sm">
            <Text component="span" style={{ overflowWrap: 'anywhere' }}>
              <Code>{form.data}</Code>
            </Text>
            <CopyText text={form.data} of={t.secret} />
          </Group>
        </Alert>
      )}
    </Card>
  );
}
