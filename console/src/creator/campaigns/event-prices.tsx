import { api } from '../../api.ts';
import { Note } from '../../components/note.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import { useFormats } from '../../language/formats.ts';
import { Lines } from './brief.tsx';
import { useCampaignTexts } from './texts.ts';

/** What a campaign pays for leads and other events; nothing, if its store pays for none. */
export function EventPrices({ offer }: { offer: number }) {
  const t = useCampaignTexts().events;
  const { money } = useFormats();
  const { data } = api.useQuery('get', '/v2/offers/{offer}/event-prices', { params: { path: { offer } } });
  if (data === undefined || data.data.length === 0) return null;
  return (
    <>
      <SectionTitle order={3} mt="lg" mb="xs">
        {t.title}
      </SectionTitle>
      <Lines of={data.data.map(({ name, cpl }) => t.each(name, money(cpl.minor, cpl.currency)))} />
      <Note mt="xs">{t.hint}</Note>
    </>
  );
}
