import { ActionIcon, Button, Fieldset, Group, NativeSelect, Stack, TagsInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { client } from '../../../api.ts';
import { DecimalInput } from '../../../components/decimal-input.tsx';
import { FailureAlert } from '../../../components/failure.tsx';
import { useApiMutation } from '../../../components/use-api-mutation.ts';
import { Basket } from './basket.tsx';
import { draftOf, hasCondition, hasPercent, newDraft, type Rule, type RuleDraft, ruleOf } from './rule-draft.ts';
import { useStoreRateTexts } from './texts.ts';

const MAX_RULES = 50;
const MAX_SKU = 128;
const MAX_CATEGORY = 255;

interface RulesFormProps {
  offer: number;
  currency: string;
  rules: readonly Rule[];
  onDone: () => void;
}

/** Replaces the commission rules of a campaign. */
export function RulesForm({ offer, currency, rules, onDone }: RulesFormProps) {
  const t = useStoreRateTexts().rules;
  const [drafts, setDrafts] = useState(() => rules.map(draftOf));
  const [nextKey, setNextKey] = useState(rules.length);
  const [isChecked, setIsChecked] = useState(false);
  const isValid = drafts.every((draft) => hasPercent(draft) && hasCondition(draft));
  const save = useApiMutation(
    async () =>
      await client.PUT('/v2/offers/{offer}/commission-rules', {
        params: { path: { offer } },
        body: { rules: drafts.map(ruleOf) },
      }),
    { done: t.saved, onDone },
  );
  const add = () => {
    setDrafts((now) => [...now, newDraft(nextKey)]);
    setNextKey(nextKey + 1);
  };
  const move = (index: number, by: number) =>
    setDrafts((now) => now.toSpliced(index, 1).toSpliced(index + by, 0, now[index]!));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (isValid) save.mutate();
  };
  return (
    <Stack gap="lg">
      <form onSubmit={submit} noValidate aria-label={t.edit}>
        <Stack gap="sm">
          {drafts.map((draft, index) => (
            <RuleFields
              key={draft.key}
              place={index + 1}
              draft={draft}
              isLast={index === drafts.length - 1}
              isChecked={isChecked}
              onChange={(change) => setDrafts((now) => now.with(index, { ...draft, ...change }))}
              onMove={(by) => move(index, by)}
              onRemove={() => setDrafts((now) => now.toSpliced(index, 1))}
            />
          ))}
          <Button size="xs" variant="default" w="fit-content" disabled={drafts.length >= MAX_RULES} onClick={add}>
            {t.add}
          </Button>
          <FailureAlert message={save.failure} />
          <Group gap="sm">
            <Button type="submit" size="xs" loading={save.isPending}>
              {t.save}
            </Button>
            <Button size="xs" variant="default" onClick={onDone}>
              {t.cancel}
            </Button>
          </Group>
        </Stack>
      </form>
      {isValid && <Basket offer={offer} currency={currency} rules={drafts.map(ruleOf)} />}
    </Stack>
  );
}

interface RuleFieldsProps {
  /** The position of the rule, from 1. */
  place: number;
  draft: RuleDraft;
  isLast: boolean;
  /** Errors are shown after the first submission. */
  isChecked: boolean;
  onChange: (change: Partial<RuleDraft>) => void;
  onMove: (by: number) => void;
  onRemove: () => void;
}

function RuleFields({ place, draft, isLast, isChecked, onChange, onMove, onRemove }: RuleFieldsProps) {
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
          error={isChecked && !hasCondition(draft) ? t.empty : undefined}
          onChange={(categories) => onChange({ categories })}
        />
        <TagsInput
          label={t.skus}
          value={draft.skus}
          maxLength={MAX_SKU}
          acceptValueOnBlur
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
          <DecimalInput
            label={t.percent}
            description={t.percentHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            digits={4}
            value={draft.percent}
            error={isChecked && !hasPercent(draft) ? t.invalid : undefined}
            onChange={(percent) => onChange({ percent })}
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
