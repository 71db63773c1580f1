import { Alert, Stack, Text } from '@mantine/core';
import { api } from '../../api.ts';
import { useOverviewTexts } from './texts.ts';

/** Tells the members of a store that was rejected what follows. Until the decision, the first steps say what is missing. */
export function RejectionNotice({ store }: { store: number }) {
  const t = useOverviewTexts().rejection;
  const { data } = api.useQuery('get', '/v2/stores/{store}/approval', { params: { path: { store } } });
  if (data?.approval !== 'rejected') return null;
  return (
    <Alert mb="lg" variant="light" color="red" c="var(--mantine-color-text)" title={t.title}>
      <Stack gap="sm">
        <Text size="sm" maw={720}>
          {t.hint}
        </Text>
        {data.reason !== null && (
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {t.reason(data.reason)}
          </Text>
        )}
      </Stack>
    </Alert>
  );
}
