import { Radio, Stack } from '@mantine/core';
import { useCampaignTexts } from '../texts.ts';
import type { Draft } from './draft.ts';
import { FormSection, type FormSectionProps } from './form-section.tsx';

const KINDS = ['standard', 'user_accept', 'store_accept', 'suggestion'] as const;

/** The way in which creators join the campaign. */
export function TypeSection({ draft, set, fault, isFixed }: FormSectionProps & { isFixed: boolean }) {
  const { form, type } = useCampaignTexts();
  const t = form.kind;
  return (
    <FormSection title={t.title} hint={isFixed ? t.fixed : t.hint}>
      <Radio.Group
        aria-label={t.title}
        value={draft.type}
        error={fault('type')}
        onChange={(value) => set({ type: value as Draft['type'] })}
      >
        <Stack gap="sm">
          {KINDS.map((kind) => (
            <Radio key={kind} value={kind} label={type[kind].name} description={t[kind]} disabled={isFixed} />
          ))}
        </Stack>
      </Radio.Group>
    </FormSection>
  );
}
