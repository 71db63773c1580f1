import { NativeSelect, Text } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { api } from '../api.ts';
import type { Place } from '../session/access.ts';
import type { Me } from '../session/use-me.ts';
import { useShellTexts } from './texts.ts';

/** Current store or agency, with a switch to another one. */
export function ContextSwitcher({ me, place: { store, client } }: { me: Me; place: Place }) {
  const t = useShellTexts();
  if (store !== undefined)
    return <Chooser label={t.chooseStore} options={me.stores} chosen={store} otherwise={<StoreName id={store} />} />;
  if (client !== undefined)
    return (
      <Chooser label={t.chooseClient} options={me.clients} chosen={client} otherwise={<AgencyName id={client} />} />
    );
  return null;
}

interface ChooserProps {
  label: string;
  options: readonly { id: number; name: string }[];
  chosen: number;
  /** An administrator may view a store without being a member. */
  otherwise: React.ReactNode;
}

function Chooser({ label, options, chosen, otherwise }: ChooserProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const current = options.find(({ id }) => id === chosen);
  if (current === undefined) return otherwise;
  if (options.length === 1) return <Name name={current.name} />;
  // Opens the same page of the other store, without identifiers of records of the first.
  const [, console, section, , page = ''] = pathname.split('/');
  return (
    <NativeSelect
      aria-label={label}
      title={current.name}
      maw={420}
      styles={{ input: { textOverflow: 'ellipsis' } }}
      data={options.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={String(chosen)}
      onChange={({ currentTarget: { value } }) =>
        navigate({ href: `/${console}/${section}/${value}${page === '' ? '' : `/${page}`}` })
      }
    />
  );
}

const Name = ({ name }: { name: string }) => (
  <Text fw={600} lineClamp={1} style={{ wordBreak: 'break-all' }} title={name}>
    {name}
  </Text>
);

function StoreName({ id }: { id: number }) {
  const { data } = api.useQuery('get', '/advertiser/stores/{id}', { params: { path: { id } } });
  return <Name name={data?.feed_name ?? ''} />;
}

function AgencyName({ id }: { id: number }) {
  const { data } = api.useQuery('get', '/v2/admin/clients/{client}', { params: { path: { client: id } } });
  return <Name name={data?.name ?? ''} />;
}
