import { Radio, Stack } from '@mantine/core';
import { useCampaignTexts } from '../texts.ts';
import type { Draft } from './draft.ts';
import { type FormPart, Part } from './form-part.tsx';

const KINDS = ['standard', 'user_accept', 'store_accept', 'suggestion'] as const;

/** How creators come into the campaign. */
export function KindPart({ draft, set, fault, isFixed }: FormPart & { isFixed: boolean }) {
  const { form, type } = useCampaignTexts();
  const t = form.kind;
  return (
    <Part title={t.title} hint={isFixed ? t.fixed : t.hint}>
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
    </Part>
  );
}
