import { NativeSelect, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../api.ts';
import type { Me } from '../session/use-me.ts';
import type { Place } from './navigation.tsx';
import { useShellTexts } from './texts.ts';

/** The shop or agency that the page is about, and the way to another one of the person's. */
export function PlaceChooser({ me, place }: { me: Me; place: Place }) {
  const t = useShellTexts();
  const navigate = useNavigate();
  if (place.store !== undefined) {
    return (
      <Chooser
        label={t.chooseStore}
        options={me.stores}
        chosen={place.store}
        otherwise={<StoreName id={place.store} />}
        onChoice={(store) => navigate({ to: '/console/shop/$store', params: { store } })}
      />
    );
  }
  if (place.client !== undefined) {
    return (
      <Chooser
        label={t.chooseClient}
        options={me.clients}
        chosen={place.client}
        onChoice={(client) => navigate({ to: '/console/agency/$client', params: { client } })}
      />
    );
  }
  return null;
}

interface ChooserProps {
  label: string;
  options: readonly { id: number; name: string }[];
  chosen: number;
  /** For one that is not among them: an administrator looks in. */
  otherwise?: React.ReactNode;
  onChoice: (id: string) => void;
}

function Chooser({ label, options, chosen, otherwise = null, onChoice }: ChooserProps) {
  const current = options.find(({ id }) => id === chosen);
  if (current === undefined) return otherwise;
  if (options.length === 1) return <Text fw={600}>{current.name}</Text>;
  return (
    <NativeSelect
      aria-label={label}
      data={options.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={String(chosen)}
      onChange={({ currentTarget }) => onChoice(currentTarget.value)}
    />
  );
}

function StoreName({ id }: { id: number }) {
  const { data } = api.useQuery('get', '/advertiser/stores/{id}', { params: { path: { id } } });
  return <Text fw={600}>{data?.feed_name ?? ''}</Text>;
}
