import { api } from '../api.ts';
import { Failure } from '../components/failure.tsx';
import { SectionCard } from '../components/section-card.tsx';
import { MaterialItems } from './material-facts.tsx';
import { useMaterialTexts } from './texts.ts';

/** The files that a campaign's participants download; nothing if it has none. */
export default function OwnMaterials({ offer }: { offer: number }) {
  const t = useMaterialTexts();
  const { data, error, refetch } = api.useQuery('get', '/v2/offers/{offer}/materials', { params: { path: { offer } } });
  if (error) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined || data.data.length === 0) return null;
  return (
    <SectionCard id="materials" title={t.title} hint={t.ownHint}>
      <MaterialItems materials={data.data} />
    </SectionCard>
  );
}
