import { useNavigate } from '@tanstack/react-router';
import { client } from '../../api.ts';
import { RecordForm } from '../components/record-form.tsx';
import { useMarkets } from '../people/references.ts';
import { useStoresTexts } from './texts.ts';

interface Registration {
  name: string;
  domains: string[];
  country: string;
  currency: string;
  language: string;
}

/** Creates a store and navigates to it. */
export function NewStore({ onCancel }: { onCancel: () => void }) {
  const t = useStoresTexts();
  const { fields } = t;
  const navigate = useNavigate();
  return (
    <RecordForm
      fields={[
        { name: 'name', label: fields.name, required: true },
        { name: 'country', label: fields.country, kind: 'country', required: true },
        {
          name: 'currency',
          label: fields.currency,
          hint: fields.currencyHint,
          kind: 'currency',
          among: useMarkets().map(({ currency }) => currency),
          required: true,
        },
        { name: 'language', label: fields.language, kind: 'language', required: true },
        { name: 'domains', label: fields.domains, hint: fields.domainsHint, kind: 'lines', required: true },
      ]}
      name="new-store"
      send={async (body) => {
        const { domains, ...store } = body as unknown as Registration;
        // The API takes pairs of domain and landing page; the form uses one URL for both.
        return (await client.POST('/v2/stores', { body: { ...store, domains: domains.map((url) => [url]) } })).data!;
      }}
      done={({ name }) => t.made(name)}
      onDone={({ id }) => navigate({ to: '/console/shop/$store', params: { store: String(id) } })}
      submit={t.make}
      onCancel={onCancel}
    />
  );
}
