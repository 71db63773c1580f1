import { Badge, Button, Card, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconPointer } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { api } from '../../api.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import { useMe } from '../../session/use-me.ts';
import { useCreatorTexts } from '../texts.ts';
import { LinkTerms } from './link-terms.tsx';
import type { NewLinkOutcome } from './use-new-link.ts';

type Made = Extract<NewLinkOutcome, { kind: 'link' }>;

/** The created link with its terms; reports whether it was copied. */
export function CreatedLink({ link, isCopied }: Made) {
  const t = useCreatorTexts().newLink;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isCopied) return;
    field.current?.focus();
    field.current?.select();
  }, [isCopied]);
  const id = useLinkId(link.url);
  const Icon = isCopied ? IconCheck : IconPointer;
  return (
    <Card component="section" aria-labelledby="made-link">
      <Stack gap="md">
        <Group justify="space-between">
          <SectionTitle id="made-link">{link.status === 'existing' ? t.existing : t.made}</SectionTitle>
          <Badge variant="light" size="lg" tt="none" fw={550}>
            {link.advertiser.name} · {link.title}
          </Badge>
        </Group>
        <Group gap="sm" align="flex-end" wrap="nowrap">
          <TextInput
            ref={field}
            label={t.yours}
            value={link.url}
            readOnly
            size="md"
            flex={1}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <CopyText text={link.url} size="md" />
        </Group>
        <Group gap={6} role="status" wrap="nowrap" align="flex-start">
          <Icon size={16} aria-hidden className={isCopied ? 'is-better' : ''} style={{ flex: 'none', marginTop: 3 }} />
          <Text size="sm">{isCopied ? t.copied : t.selected}</Text>
        </Group>
        {id !== undefined && (
          <Group justify="space-between" align="flex-end">
            <LinkTerms link={id} />
            <Button
              variant="subtle"
              size="xs"
              renderRoot={(props) => (
                <Link {...props} to="/console/creator/links/$link" params={{ link: String(id) }} />
              )}
            >
              {t.figures}
            </Button>
          </Group>
        )}
      </Stack>
    </Card>
  );
}

/** ID of the reader's link with this URL. */
function useLinkId(url: string): number | undefined {
  const { id: user } = useMe();
  const code = url.slice(url.lastIndexOf('/') + 1);
  const { data } = api.useQuery('get', '/v2/users/{user}/link-stats', {
    params: { path: { user }, query: { code, size: 1 } },
  });
  return data?.data[0]?.id;
}
