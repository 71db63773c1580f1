import { Anchor, Badge, Card, Group, Stack, Text } from '@mantine/core';
import { IconCoins } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Note } from '../../components/note.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import { useNextStep } from './next-step.ts';
import type { Campaign } from './use-board.ts';
import { usePayWords, useScheduleWords, useStateWords } from './words.ts';

/** Card of a campaign with store, compensation, end date, status and next step. */
export function CampaignCard({ campaign }: { campaign: Campaign }) {
  const [state, time, pay] = [useStateWords()(campaign), useScheduleWords()(campaign), usePayWords()(campaign)];
  const step = useNextStep()(campaign);
  return (
    <Card h="100%">
      <Stack gap="sm" h="100%">
        <div>
          <SectionTitle order={3}>
            <Anchor
              inherit
              renderRoot={(props) => (
                <Link {...props} to="/console/creator/campaigns/$offer" params={{ offer: String(campaign.id) }} />
              )}
            >
              {campaign.title}
            </Anchor>
          </SectionTitle>
          <Note>
            {campaign.store.name} · {time}
          </Note>
        </div>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <IconCoins size={18} stroke={1.6} aria-hidden style={{ flex: 'none', marginTop: 2 }} />
          <div>
            {pay.map((line) => (
              <Text key={line} size="sm">
                {line}
              </Text>
            ))}
          </div>
        </Group>
        <Group gap="xs" mt="auto" justify="space-between">
          <Badge variant="light" tt="none" fw={550} color={step === null ? 'ink' : 'river'}>
            {state}
          </Badge>
          {step !== null && (
            <Text size="sm" fw={550}>
              {step}
            </Text>
          )}
        </Group>
      </Stack>
    </Card>
  );
}
