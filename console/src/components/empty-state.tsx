import { Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  hint?: string;
  /** The empty state is the whole page, and its title the page title. The recent pages do not list it (`recent-pages.ts`). */
  isPage?: boolean;
  children?: ReactNode;
}

/** Placeholder for missing content, with a hint and an action. */
export function EmptyState({ title, hint, isPage = false, children }: EmptyStateProps) {
  useDocumentTitle(isPage ? `${title} – Tributary` : '');
  return (
    <Stack align="center" gap="sm" py={isPage ? 72 : 32} px="md" ta="center">
      <svg width="96" height="44" viewBox="0 0 96 44" fill="none" aria-hidden>
        <path
          d="M2 8c26 0 20 24 46 24S70 8 94 8"
          stroke="var(--mantine-primary-color-light-color)"
          strokeWidth="3"
          strokeLinecap="round"
          opacity=".35"
        />
        <path
          d="M2 22c26 0 20 14 46 14s20-14 46-14"
          stroke="var(--mantine-primary-color-light-color)"
          strokeWidth="3"
          strokeLinecap="round"
          opacity=".7"
        />
      </svg>
      <Title order={isPage ? 1 : 2} size="h4" data-missing={isPage || undefined}>
        {title}
      </Title>
      {hint && (
        <Text c="dimmed" maw={460}>
          {hint}
        </Text>
      )}
      {children}
    </Stack>
  );
}
