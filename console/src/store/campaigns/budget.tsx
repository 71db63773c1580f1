import { Progress, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Note } from '../../components/note.tsx';
import { type LimitUse, type StoreCampaign, useCampaignWords } from './in-words.ts';
import { useCampaignTexts } from './texts.ts';

/** Budget use of a campaign. */
export function Budget({ campaign }: { campaign: StoreCampaign }) {
  return <Use {...useCampaignWords().budget(campaign)} />;
}

/** Every limit of a campaign's clicks with its use. */
export function Limits({ campaign }: { campaign: StoreCampaign }) {
  const t = useCampaignTexts();
  const limits = useCampaignWords().limits(campaign);
  if (limits.length === 0)
    return (
      <Labelled label={t.columns.budget}>
        <Text size="sm">{t.budget.none}</Text>
      </Labelled>
    );
  return limits.map(({ label, ...use }) => (
    <Labelled key={use.words} label={label}>
      <Use {...use} />
    </Labelled>
  ));
}

/** A fact of a campaign below its label. */
export function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Stack gap={4}>
      <Note size="xs">{label}</Note>
      {children}
    </Stack>
  );
}

/** A share as a bar below its words. */
export function Use({ share, words }: Omit<LimitUse, 'label'>) {
  return (
    <Stack gap={4} miw={140}>
      <Text size="sm">{words}</Text>
      {share !== null && <Progress value={Math.min(100, share * 100)} size="sm" aria-label={words} />}
    </Stack>
  );
}
