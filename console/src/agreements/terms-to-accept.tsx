import { Checkbox, ScrollArea, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api, client } from '../api.ts';
import { Strong } from '../components/note.tsx';
import { useMe } from '../session/use-me.ts';
import { useAgreementTexts } from './texts.ts';

/** The terms of a campaign for a user, by default the signed-in one, and whether they are accepted in this form. */
export function useTerms(token: string, reader?: number) {
  const { id: me } = useMe();
  const user = reader ?? me;
  const { data } = api.useQuery('get', '/v2/offer-by-token/{token}/users/{user}/agreement', {
    params: { path: { token, user } },
  });
  const [accepted, setAccepted] = useState<number | null>(null);
  const current = data?.current ?? null;
  return {
    current,
    binding: data?.binding ?? null,
    accepted,
    setAccepted,
    /** Whether joining is possible: the terms are loaded, and accepted. */
    isReady: data !== undefined && (current === null || current.version === accepted),
    /** @param answers to the questions of the campaign */
    join: async (answers: readonly { question_id: number; text: string }[]) =>
      (
        await client.POST('/v2/offer-by-token/{token}/users/{user}/participation', {
          params: { path: { token, user } },
          body: { agreement_version: accepted, answers: [...answers] },
        })
      ).data!,
  };
}

/** The text of the current terms with a checkbox; nothing if the campaign has no terms. */
export function TermsToAccept({ terms: { current, accepted, setAccepted } }: { terms: ReturnType<typeof useTerms> }) {
  const t = useAgreementTexts();
  if (current === null) return null;
  return (
    <Stack gap="xs" w="100%">
      <Strong>{t.title}</Strong>
      <TermsText text={current.text} label={t.title} />
      <Checkbox
        label={t.accept(current.version)}
        checked={accepted === current.version}
        onChange={(event) => setAccepted(event.currentTarget.checked ? current.version : null)}
      />
    </Stack>
  );
}

/** A text of terms, with its line breaks. */
export function TermsText({ text, label }: { text: string; label: string }) {
  return (
    <ScrollArea.Autosize mah={240} type="auto" viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': label }}>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Text>
    </ScrollArea.Autosize>
  );
}
