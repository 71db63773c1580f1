import { Badge, Button, Flex, Group, Text } from '@mantine/core';
import { IconBan, IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { api, client } from '../../api.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FailureText } from '../../components/failure.tsx';
import { SectionHeader } from '../../components/section-header.tsx';
import { useCommonTexts } from '../../components/texts.ts';
import { showUndo } from '../../components/undo-toast.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useFormats } from '../../language/formats.ts';
import type { Rule } from './rule.ts';
import { ruleInWords } from './rule-description.ts';
import { RuleForm } from './rule-form.tsx';
import { useUrlRulesTexts } from './texts.ts';

/** URL rules of a store, each as a sentence. */
export function Rules({ store }: { store: number }) {
  const t = useUrlRulesTexts();
  const [edited, setEdited] = useState<Rule | 'new' | null>(null);
  const close = () => setEdited(null);
  const rules = api.useQuery('get', '/v2/advertisers/{advertiser}/url-matching-rules', {
    params: { path: { advertiser: store } },
  });
  const reread = async (id: number) => {
    const rule = (await rules.refetch({ throwOnError: true })).data!.find((one) => one.id === id);
    if (rule === undefined) throw new Error(t.rules.gone);
    return rule;
  };
  return (
    <section>
      <SectionHeader title={t.rules.title} hint={t.rules.hint}>
        <Button size="xs" onClick={() => setEdited('new')}>
          {t.rules.add}
        </Button>
      </SectionHeader>
      <DataTable
        label={t.rules.title}
        columns={useColumns(store, setEdited)}
        rows={rules.data}
        keyOf={({ id }) => id}
        error={rules.error}
        onRetry={rules.refetch}
        empty={t.rules.empty}
      />
      <Dialog opened={edited !== null} onClose={close} title={edited === 'new' ? t.form.add : t.form.change} size="lg">
        {edited !== null && (
          <RuleForm store={store} rule={edited === 'new' ? null : edited} reread={reread} onDone={close} />
        )}
      </Dialog>
    </section>
  );
}

function useColumns(store: number, onEdit: (rule: Rule) => void): Column<Rule>[] {
  const t = useUrlRulesTexts().rules;
  const { day } = useFormats();
  const inWords = (rule: Rule) => ruleInWords(rule, t) ?? '';
  return [
    {
      key: 'type',
      label: t.columns.type,
      // The meaning contains the type as well.
      wideOnly: true,
      value: ({ type }) => t[type],
      cell: ({ type }) => (
        <Badge
          variant="default"
          tt="none"
          leftSection={
            type === 'allow' ? (
              <IconCheck size={13} color="var(--mantine-color-teal-6)" aria-hidden />
            ) : (
              <IconBan size={13} color="var(--mantine-color-red-6)" aria-hidden />
            )
          }
        >
          {t[type]}
        </Badge>
      ),
    },
    {
      key: 'meaning',
      label: t.columns.meaning,
      value: inWords,
      cell: (rule) => (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {inWords(rule)}{' '}
          {rule.is_main && (
            <Badge variant="light" tt="none" size="sm" component="span">
              {t.main}
            </Badge>
          )}
        </Text>
      ),
    },
    {
      key: 'changed',
      label: t.columns.changed,
      wideOnly: true,
      value: ({ updated_at: at }) => at,
      cell: ({ updated_at: at }) => <span style={{ whiteSpace: 'nowrap' }}>{day(at)}</span>,
    },
    {
      key: 'actions',
      label: t.columns.actions,
      numeric: true,
      cell: (rule) => (
        <Flex gap={4} justify="flex-end" align="flex-end" direction={{ base: 'column', sm: 'row' }}>
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={t.changeLabel(inWords(rule))}
            onClick={() => onEdit(rule)}
          >
            {t.change}
          </Button>
          <Remove store={store} rule={rule} words={inWords(rule)} />
        </Flex>
      ),
    },
  ];
}

/** Removing a rule needs no confirmation, since the toast offers to undo it. */
function Remove({ store, rule, words }: { store: number; rule: Rule; words: string }) {
  const t = useUrlRulesTexts().rules;
  const { undo } = useCommonTexts();
  const path = { advertiser: store };
  const restore = useApiMutation(
    async () => {
      const { type, url, keyword, is_main } = rule;
      const body = { type, url, keyword, is_main };
      await client.POST('/v2/advertisers/{advertiser}/url-matching-rules', { params: { path }, body });
    },
    { done: t.restored },
  );
  const remove = useApiMutation(
    async () => {
      await client.DELETE('/v2/advertisers/{advertiser}/url-matching-rules/{rule}', {
        params: { path: { ...path, rule: rule.id } },
      });
    },
    { onDone: () => showUndo({ message: t.removed, label: undo, onUndo: () => restore.mutate() }) },
  );
  return (
    <Group gap="xs" justify="flex-end">
      <FailureText message={remove.failure} size="xs" />
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        aria-label={t.removeLabel(words)}
        loading={remove.isPending}
        onClick={() => remove.mutate()}
      >
        {t.remove}
      </Button>
    </Group>
  );
}
