import { Card, Code, Group, Stack } from '@mantine/core';
import { CopyText } from '../../../components/copy-text.tsx';
import { Note, Strong } from '../../../components/note.tsx';
import { useCampaignTexts } from '../texts.ts';
import { CampaignPublicPage } from './public-page.tsx';

/** Invitation link and code of a campaign. */
export function InviteLink({ offer, token }: { offer: number; token: string }) {
  const { board: t } = useCampaignTexts();
  const link = `${window.location.origin}/console/creator/invitations/${token}`;
  return (
    <Card p="md" component="section" aria-label={t.invite}>
      <Group justify="space-between" gap="sm">
        <Stack gap={2} style={{ minWidth: 0, flex: '1 1 260px' }}>
          <Strong>{t.invite}</Strong>
          <Note size="xs">{t.inviteHint}</Note>
          <Code style={{ overflowWrap: 'anywhere' }}>{link}</Code>
          <Note size="xs">
            {t.code}: <b>{token}</b>
          </Note>
        </Stack>
        <CopyText text={link} size="sm" />
      </Group>
      <CampaignPublicPage offer={offer} />
    </Card>
  );
}
