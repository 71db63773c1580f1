import { Group, Text } from '@mantine/core';
import { api } from '../api.ts';
import mark from '../mark.svg';

/** Name and logo of the marketplace, as its public pages show them. They change rarely. */
export const useSite = () => api.useQuery('get', '/v2/site', {}, { staleTime: Number.POSITIVE_INFINITY }).data;

/** Logo and name of the marketplace; the product's until they are known. */
export function Wordmark({ size = 28 }: { size?: number }) {
  const site = useSite();
  return (
    <Group gap={10} wrap="nowrap" miw={0}>
      <img src={site?.logo_url ?? mark} height={size} style={{ maxWidth: size * 3 }} alt="" />
      <Text fw={700} size="lg" lts={-0.3} truncate>
        {site?.name ?? 'Tributary'}
      </Text>
    </Group>
  );
}
