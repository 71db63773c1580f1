import { Button, Checkbox, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { ApiError } from '@tributary/client';
import { type FormEvent, useState } from 'react';
import { client } from '../../api.ts';
import { FailureAlert } from '../../components/failure.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import type { Rule } from './rule.ts';
import { ruleInWords } from './rule-description.ts';
import { useUrlRulesTexts } from './texts.ts';

/** Form for a rule, with its description. */
export function RuleForm({ store, rule, onDone }: { store: number; rule: Rule | null; onDone: () => void }) {
  const { form: t, rules } = useUrlRulesTexts();
  const [draft, setDraft] = useState({
    type: rule?.type ?? ('allow' as const),
    url: rule?.url ?? '',
    keyword: rule?.keyword ?? '',
    is_main: rule?.is_main ?? false,
  });
  const save = useApiMutation(async () => saveRule(store, rule?.id ?? null, draft), { done: t.saved, onDone });
  const fields = save.error instanceof ApiError ? save.error.fields : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {Object.keys(fields).length === 0 && <FailureAlert message={save.failure} />}
        <Radio.Group
          label={t.type}
          value={draft.type}
          onChange={(type) =>
            setDraft({ ...draft, type: type as Rule['type'], is_main: type === 'allow' && draft.is_main })
          }
        >
          <Stack gap="xs" mt="xs">
            <Radio value="allow" label={t.allow} data-autofocus={draft.type === 'allow' || undefined} />
            <Radio value="block" label={t.block} data-autofocus={draft.type === 'block' || undefined} />
          </Stack>
        </Radio.Group>
        <TextInput
          label={t.url}
          description={t.urlHint}
          value={draft.url}
          error={fields.url?.join(', ')}
          onChange={({ currentTarget: { value } }) => setDraft({ ...draft, url: value })}
        />
        <TextInput
          label={t.keyword}
          description={t.keywordHint}
          value={draft.keyword}
          error={fields.keyword?.join(', ')}
          onChange={({ currentTarget: { value } }) => setDraft({ ...draft, keyword: value })}
        />
        {draft.type === 'allow' && (
          <Checkbox
            label={t.main}
            description={t.mainHint}
            checked={draft.is_main}
            error={fields.is_main?.join(', ')}
            onChange={({ currentTarget: { checked } }) => setDraft({ ...draft, is_main: checked })}
          />
        )}
        <Text size="sm" aria-live="polite" style={{ overflowWrap: 'anywhere' }}>
          <b>{t.means}</b> {ruleInWords(draft, rules) ?? t.nothing}
        </Text>
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending}>
            {t.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

async function saveRule(
  advertiser: number,
  id: number | null,
  body: Pick<Rule, 'type' | 'url' | 'keyword' | 'is_main'>,
) {
  if (id === null)
    await client.POST('/v2/advertisers/{advertiser}/url-matching-rules', { params: { path: { advertiser } }, body });
  else
    await client.PUT('/v2/advertisers/{advertiser}/url-matching-rules/{rule}', {
      params: { path: { advertiser, rule: id } },
      body,
    });
}
