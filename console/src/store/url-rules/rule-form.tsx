import { Checkbox, Radio, Stack, Text, TextInput } from '@mantine/core';
import { client, ifMatch } from '../../api.ts';
import { Form } from '../../components/form.tsx';
import { useCommonTexts } from '../../components/texts.ts';
import { useForm } from '../../components/use-form.ts';
import type { Rule } from './rule.ts';
import { ruleInWords } from './rule-description.ts';
import { useUrlRulesTexts } from './texts.ts';

interface RuleFormProps {
  store: number;
  rule: Rule | null;
  /** Reads a rule again; it throws if the rule has been removed. */
  reread: (id: number) => Promise<Rule>;
  onDone: () => void;
}

const valuesOf = (rule: Rule | null) => ({
  type: rule?.type ?? ('allow' as const),
  url: rule?.url ?? '',
  keyword: rule?.keyword ?? '',
  is_main: rule?.is_main ?? false,
});

/** Form for a rule, with its description. */
export function RuleForm({ store, rule, reread, onDone }: RuleFormProps) {
  const { form: t, rules } = useUrlRulesTexts();
  const { yes, no } = useCommonTexts().conflict;
  const form = useForm(valuesOf(rule), {
    name: `url-rule:${store}:${rule?.id ?? 'new'}`,
    send: (draft) => saveRule(store, rule?.id ?? null, draft),
    done: t.saved,
    ...(rule === null
      ? {}
      : {
          record: {
            reread: async () => valuesOf(await reread(rule.id)),
            labels: { type: t.type, url: t.url, keyword: t.keyword, is_main: t.main },
            show: (value: string | boolean, field: string) => {
              if (typeof value === 'boolean') return value ? yes : no;
              return field === 'type' ? t[value as Rule['type']] : value;
            },
          },
        }),
    onDone,
  });
  const { draft } = form;
  return (
    <Form of={form} action={t.save}>
      <Radio.Group
        label={t.type}
        {...form.value('type')}
        onChange={(type) => form.type({ type: type as Rule['type'], is_main: type === 'allow' && draft.is_main })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="allow" label={t.allow} data-autofocus={draft.type === 'allow' || undefined} />
          <Radio value="block" label={t.block} data-autofocus={draft.type === 'block' || undefined} />
        </Stack>
      </Radio.Group>
      <TextInput label={t.url} description={t.urlHint} {...form.text('url')} />
      <TextInput label={t.keyword} description={t.keywordHint} {...form.text('keyword')} />
      {draft.type === 'allow' && <Checkbox label={t.main} description={t.mainHint} {...form.flag('is_main')} />}
      <Text size="sm" aria-live="polite" style={{ overflowWrap: 'anywhere' }}>
        <b>{t.means}</b> {ruleInWords(draft, rules) ?? t.nothing}
      </Text>
    </Form>
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
      headers: ifMatch(`/v2/advertisers/${advertiser}/url-matching-rules`),
    });
}
