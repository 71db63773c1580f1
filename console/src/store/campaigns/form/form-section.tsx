import { Card, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Draft } from './draft.ts';

/** What each part of the form is given: what is typed, how to change it, and what is wrong with a field. */
export interface FormSectionProps {
  draft: Draft;
  set: (change: Partial<Draft>) => void;
  /** By the API's name of the field. */
  fault: (field: string) => string | undefined;
  currency: string;
  isAdmin: boolean;
}

/** A group of fields that answer one question. */
export function FormSection({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <Card component="section" aria-label={title}>
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {hint}
      </Text>
      <Stack gap="md">{children}</Stack>
    </Card>
  );
}
