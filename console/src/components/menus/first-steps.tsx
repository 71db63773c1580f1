import { Button, Group, Stack, Text, ThemeIcon, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { keep } from '../../language/kept.ts';
import { usePayeeSteps } from '../first-steps/payee-steps.ts';
import type { FirstStep, FirstStepsProps } from '../first-steps/steps.ts';
import { useStepTexts } from '../first-steps/texts.ts';
import { Note } from '../note.tsx';
import { SectionCard } from '../section-card.tsx';

/** Onboarding checklist with its progress; hidden when all steps that are not optional are done. */
export default function FirstSteps({ title, hint, steps: own, payee, doneKey }: FirstStepsProps) {
  const ofPayee = usePayeeSteps(payee);
  const steps = own && ofPayee && [...own, ...ofPayee];
  const t = useStepTexts();
  const next = steps?.find(({ isDone }) => !isDone);
  if (steps === undefined) return null;
  if (steps.every(({ isDone, isOptional }: FirstStep) => isDone || isOptional)) {
    if (doneKey !== undefined) keep(doneKey, 'done');
    return null;
  }
  return (
    <SectionCard id="first-steps" title={title} hint={hint} mb="lg">
      <Text size="sm" fw={600} mb="md">
        {t.progress(steps.filter(({ isDone }) => isDone).length, steps.length)}
      </Text>
      <Stack component="ol" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
        {steps.map((step, at) => (
          <Group key={step.title} component="li" gap="sm" justify="space-between">
            <Group gap="sm" wrap="nowrap" flex="1 1 220px" align="flex-start">
              <ThemeIcon radius="xl" size={30} variant="light" color={step.isDone ? 'teal' : 'river'} aria-hidden>
                {step.isDone ? <IconCheck size={17} /> : at + 1}
              </ThemeIcon>
              <div>
                <Text size="sm" fw={600} {...(step.isDone ? { c: 'dimmed' } : {})}>
                  {step.title}
                  {step.isDone && <VisuallyHidden> {t.done}</VisuallyHidden>}
                </Text>
                <Note>{step.hint}</Note>
              </div>
            </Group>
            {step.link && (
              <Button
                size="xs"
                variant={step === next ? 'filled' : 'default'}
                aria-label={step.isDone ? t.changeOf(step.title) : undefined}
                renderRoot={(props) => <Link {...props} {...step.link} />}
              >
                {step.isDone ? t.change : step.go}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </SectionCard>
  );
}
