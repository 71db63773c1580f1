import { Stack } from '@mantine/core';
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
  return (
    <Stack gap="sm" align="flex-start">
      <PromiseWords promise={promise} />
      <section aria-label={t.history}>
        <TermsHistory offer={offer} currency={currency} />
      </section>
    </Stack>
  );
}
