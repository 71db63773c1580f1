import { SimpleGrid, Text } from '@mantine/core';
import { Fact } from '../../components/fact.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useFormats } from '../../language/formats.ts';
import type { Run } from './run.ts';
import { useRunsTexts } from './texts.ts';

/** The history of a run: actor, action and time. */
export function RunSteps({ run }: { run: Run }) {
  const t = useRunsTexts().steps;
  const { time } = useFormats();
  const { created, approved, exported, cancelled, needs_approval: needsApproval } = run;
  const said = (step: { name: string; at: string } | null, otherwise: string) =>
    step === null ? otherwise : t.by(step.name, time(step.at));
  const steps: [string, string][] = [
    [t.made, said(created, t.open)],
    [t.approved, said(approved, needsApproval ? t.open : t.notNeeded)],
    [t.exported, said(exported, t.open)],
    ...(cancelled === null ? [] : [[t.cancelled, said(cancelled, t.open)] as [string, string]]),
  ];
  return (
    <SectionCard id="steps" title={t.title}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} component="dl" m={0}>
        {steps.map(([name, words]) => (
          <Fact key={name} label={name}>
            {words}
          </Fact>
        ))}
      </SimpleGrid>
      {cancelled !== null && (
        <Text size="sm" mt="sm" style={{ overflowWrap: 'anywhere' }}>
          {t.because(cancelled.reason)}
        </Text>
      )}
    </SectionCard>
  );
}
