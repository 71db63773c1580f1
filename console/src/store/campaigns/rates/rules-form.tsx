import { ActionIcon, Button, Fieldset, Group, NativeSelect, Stack, TagsInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { MAX_COMMISSION_RULES } from '../../../../../src/platform/limits.ts';
import { client, ifMatch } from '../../../api.ts';
import { DecimalInput } from '../../../components/decimal-input.tsx';
import { Form } from '../../../components/form.tsx';
import { listField } from '../../../components/list-field.ts';
import { Note } from '../../../components/note.tsx';
import { useRuleWords } from '../../../components/rates/rule-words.ts';
import { useForm } from '../../../components/use-form.ts';
import { digitsOf, useFormats } from '../../../language/formats.ts';
import { Basket } from './basket.tsx';
import {
  draftOf,
  hasCondition,
  hasFixed,
  hasPercent,
  newDraft,
  type Rule,
  type RuleDraft,
  ruleOf,
} from './rule-draft.ts';
import { useStoreRateTexts } from './texts.ts';

const MAX_SKU = 128;
const MAX_CATEGORY = 255;

interface RulesFormProps {
  offer: number;
  currency: string;
  rules: readonly Rule[];
  reread: () => Promise<readonly Rule[]>;
  onDone: () => void;
}

/** Replaces the commission rules of a campaign. */
export function RulesForm({ offer, currency, rules, reread, onDone }: RulesFormProps) {
  const t = useStoreRateTexts().rules;
  const wordsOf = useRuleWords();
  const { moneyOf } = useFormats();
  const form = useForm(
    { rules: rules.map(draftOf) },
    {
      name: `commission-rules:${offer}`,
      check: (typed) =>
        Object.fromEntries(
          typed.rules.flatMap((rule, index) => [
            [`rules.${index}.categories`, hasCondition(rule) ? undefined : t.empty],
            [`rules.${index}.cpa`, hasPercent(rule) ? undefined : t.invalid],
            [`rules.${index}.cpo`, hasFixed(rule) ? undefined : t.invalidAmount],
          ]),
        ),
      send: (typed) =>
        client.PUT('/v2/offers/{offer}/commission-rules', {
          params: { path: { offer } },
          body: { rules: typed.rules.map((rule) => ruleOf(rule, currency)) },
          headers: ifMatch(`/v2/offers/${offer}/commission-rules`),
        }),
      record: {
        reread: async () => ({ rules: (await reread()).map(draftOf) }),
        labels: { rules: t.title },
        show: (drafts) =>
          drafts
            .map((draft) => ruleOf(draft, currency))
            .map((rule) => wordsOf(rule, rule.cpa, rule.cpo && moneyOf(rule.cpo.amount, rule.cpo.currency)))
            .join('; '),
      },
      done: t.saved,
      onDone,
    },
  );
  const { rules: drafts } = form.draft;
  const list = listField(drafts, (edited) => form.set('rules', edited));
  const isValid = drafts.every((draft) => hasPercent(draft) && hasFixed(draft) && hasCondition(draft));
  return (
    <Stack gap="lg">
      <Form of={form} label={t.edit} action={t.save} isEdit onCancel={onDone}>
        <Note>{t.reportedBy}</Note>
        {drafts.map((draft, index) => (
          <RuleFields
            key={draft.key}
            place={index + 1}
            currency={currency}
            draft={draft}
            isLast={index === drafts.length - 1}
            entry={(name) => form.entry(`rules.${index}.${name}`)}
            onChange={(change) => list.change(index, change)}
            onMove={(by) => list.move(index, by)}
            onRemove={() => list.remove(index)}
          />
        ))}
        <Button
          size="xs"
          variant="default"
          w="fit-content"
          disabled={drafts.length >= MAX_COMMISSION_RULES}
          onClick={() => list.add(newDraft)}
        >
          {t.add}
        </Button>
      </Form>
      {isValid && <Basket offer={offer} currency={currency} rules={drafts.map((draft) => ruleOf(draft, currency))} />}
    </Stack>
  );
}

interface RuleFieldsProps {
  /** The position of the rule, from 1. */
  place: number;
  currency: string;
  draft: RuleDraft;
  isLast: boolean;
  /** The properties of an input, by its name in the API. */
  entry: (name: keyof Rule) => { 'data-field': string; error: string | undefined };
  onChange: (change: Partial<RuleDraft>) => void;
  onMove: (by: number) => void;
  onRemove: () => void;
}

function RuleFields({ place, currency, draft, isLast, entry, onChange, onMove, onRemove }: RuleFieldsProps) {
  const t = useStoreRateTexts().rules;
  const actions = [
    { label: t.up(place), Icon: IconArrowUp, isOff: place === 1, act: () => onMove(-1) },
    { label: t.down(place), Icon: IconArrowDown, isOff: isLast, act: () => onMove(1) },
    { label: t.remove(place), Icon: IconTrash, isOff: false, act: onRemove },
  ];
  return (
    <Fieldset legend={t.rule(place)}>
      <Stack gap="xs">
        <TagsInput
          label={t.categories}
          value={draft.categories}
          maxLength={MAX_CATEGORY}
          acceptValueOnBlur
          {...entry('categories')}
          onChange={(categories) => onChange({ categories })}
        />
        <TagsInput
          label={t.skus}
          value={draft.skus}
          maxLength={MAX_SKU}
          acceptValueOnBlur
          {...entry('skus')}
          onChange={(skus) => onChange({ skus })}
        />
        <Group align="flex-start" gap="sm">
          <NativeSelect
            label={t.customer}
            value={draft.customer}
            data={[
              { value: '', label: t.anyCustomer },
              { value: 'new', label: t.newCustomer },
              { value: 'returning', label: t.returning },
            ]}
            onChange={({ currentTarget }) => onChange({ customer: currentTarget.value as RuleDraft['customer'] })}
          />
          <NativeSelect
            label={t.attribution}
            value={draft.attribution}
            data={Object.entries(t.attributions).map(([value, label]) => ({ value, label }))}
            onChange={({ currentTarget }) => onChange({ attribution: currentTarget.value as RuleDraft['attribution'] })}
          />
          <DecimalInput
            label={t.percent}
            description={t.percentHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            digits={4}
            value={draft.percent}
            {...entry('cpa')}
            onChange={(percent) => onChange({ percent })}
          />
          <DecimalInput
            label={t.fixed(currency)}
            description={t.fixedHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            digits={digitsOf(currency)}
            value={draft.fixed}
            {...entry('cpo')}
            onChange={(fixed) => onChange({ fixed })}
          />
          <Group gap={4} mt={25} wrap="nowrap">
            {actions.map(({ label, Icon, isOff, act }) => (
              <ActionIcon key={label} variant="subtle" size="lg" aria-label={label} disabled={isOff} onClick={act}>
                <Icon size={16} />
              </ActionIcon>
            ))}
          </Group>
        </Group>
      </Stack>
    </Fieldset>
  );
}
