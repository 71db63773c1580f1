import { Alert, Button, Code, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { ApiError } from '@tributary/client';
import { type FormEvent, useState } from 'react';
import { client } from '../api.ts';
import { CopyText } from '../components/copy-text.tsx';
import { FailureText } from '../components/failure.tsx';
import { SectionCard } from '../components/section-card.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useSandboxTexts } from './texts.ts';

const SHAPES = ['market', 'empty'] as const;

/** Form for a new sandbox, which shows its tokens once. */
export function NewSandbox() {
  const t = useSandboxTexts();
  const [name, setName] = useState('');
  const [shape, setShape] = useState<(typeof SHAPES)[number]>('market');
  const make = useApiMutation(
    async () => {
      const body = { shape, ...(name.trim() === '' ? {} : { name: name.trim() }) };
      return (await client.POST('/v2/sandboxes', { body })).data!.tokens;
    },
    { onDone: () => setName('') },
  );
  const refused = make.error instanceof ApiError ? make.error.fields.name?.join(' ') : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <SectionCard id="new-sandbox" title={t.create}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Group align="flex-start" gap="sm">
            <TextInput
              label={t.name}
              value={name}
              maxLength={100}
              error={refused}
              flex="1 1 200px"
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <NativeSelect
              label={t.shape}
              value={shape}
              data={SHAPES.map((value) => ({ value, label: t.shapes[value] }))}
              flex="1 1 240px"
              onChange={({ currentTarget }) => setShape(SHAPES.find((one) => one === currentTarget.value)!)}
            />
            <Button type="submit" mt={25} loading={make.isPending}>
              {t.make}
            </Button>
          </Group>
          {refused === undefined && <FailureText message={make.failure} />}
          {make.data !== undefined && <Tokens tokens={make.data} />}
        </Stack>
      </form>
    </SectionCard>
  );
}

function Tokens({ tokens }: { tokens: Readonly<Record<string, string>> }) {
  const t = useSandboxTexts();
  return (
    <Alert color="teal" variant="light" c="var(--mantine-color-text)" role="status">
      <Stack gap="xs">
        <Text size="sm">{t.made}</Text>
        {Object.entries(tokens).map(([key, token]) => {
          const role = t.roles[key] ?? key;
          return (
            <Group key={key} gap="xs">
              <Text size="sm" w={140}>
                {role}
              </Text>
              <Code style={{ overflowWrap: 'anywhere', flex: '1 1 200px' }}>{token}</Code>
              <CopyText text={token} of={t.token(role)} />
            </Group>
          );
        })}
      </Stack>
    </Alert>
  );
}
