import { Text } from '@mantine/core';
import { api } from '../../api.ts';
import { Note } from '../../components/note.tsx';
import { useProgrammeWords } from '../../components/rates/programme-words.ts';
import { SectionTitle } from '../../components/section-title.tsx';
import { useCampaignTexts } from './texts.ts';

/** What the store of a campaign pays for repeated orders of customers whom the creator has won; nothing if it has no programme. */
export function CustomerProgramme({ campaign }: { campaign: number }) {
  const { customers: t } = useCampaignTexts();
  const wordsOf = useProgrammeWords();
  const { data } = api.useQuery('get', '/v2/offers/{offer}/customer-programme', {
    params: { path: { offer: campaign } },
  });
  if (data === undefined || data.steps.length === 0) return null;
  return (
    <>
      <SectionTitle order={3} mt="lg" mb="xs">
        {t.title}
      </SectionTitle>
      <Text size="sm">{wordsOf(data.steps)}</Text>
      <Note mt="xs">{data.pays_first_order ? t.hintFirst : t.hint}</Note>
    </>
  );
}
