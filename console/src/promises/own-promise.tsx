import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { SectionTitle } from '../components/section-title.tsx';
import { type Promised, PromiseWords } from './promise-words.tsx';
import { TermsHistory } from './terms-history.tsx';
import { usePromiseTexts } from './texts.ts';

interface OwnPromiseProps {
  offer: number;
  currency: string;
  promise: Promised;
}

/** What a campaign promises about its terms, for creators, with the history of the terms. */
export default function OwnPromise({ offer, currency, promise }: OwnPromiseProps) {
  const t = usePromiseTexts();
  const [isShown, setIsShown] = useState(false);
  return (
    <section>
      <SectionTitle order={3}>{t.title}</SectionTitle>
      <Stack gap="sm" align="flex-start">
        <PromiseWords promise={promise} />
        {isShown ? (
          <section aria-label={t.history}>
            <TermsHistory offer={offer} currency={currency} />
          </section>
        ) : (
          <Button size="xs" variant="subtle" onClick={() => setIsShown(true)}>
            {t.show}
          </Button>
        )}
      </Stack>
    </section>
  );
}
