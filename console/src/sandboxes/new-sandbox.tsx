import { Alert, Button, Code, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { client } from '../api.ts';
import { CopyText } from '../components/copy-text.tsx';
import { Form } from '../components/form.tsx';
import { LimitedInput } from '../components/limited-input.tsx';
import { SectionCard } from '../components/section-card.tsx';
import { useForm } from '../components/use-form.ts';
import { useSandboxTexts } from './texts.ts';

const SHAPES = ['market', 'empty'] as const;

/** Form for a new sandbox, which shows its tokens once. */
export function NewSandbox() {
  const t = useSandboxTexts();
  const form = useForm(
    { name: '', shape: 'market' as (typeof SHAPES)[number] },
    {
      name: 'new-sandbox',
      send: async ({ name, shape }) => {
        const body = { shape, ...(name.trim() === '' ? {} : { name: name.trim() }) };
        return (await client.POST('/v2/sandboxes', { body })).data!.tokens;
      },
    },
  );
  return (
    <SectionCard id="new-sandbox" title={t.create}>
      <Form of={form}>
        <Group align="flex-start" gap="sm">
          <LimitedInput label={t.name} max={100} flex="1 1 200px" {...form.text('name')} />
          <NativeSelect
            label={t.shape}
            data={SHAPES.map((value) => ({ value, label: t.shapes[value] }))}
            flex="1 1 240px"
            {...form.text('shape')}
          />
          <Button type="submit" mt={25} loading={form.isPending}>
            {t.make}
          </Button>
        </Group>
        {form.data !== undefined && <Tokens tokens={form.data} />}
      </Form>
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
