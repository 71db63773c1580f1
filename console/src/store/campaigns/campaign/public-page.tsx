import { Anchor, Stack, Switch, Text } from '@mantine/core';
import { api, client } from '../../../api.ts';
import { FailureText } from '../../../components/failure.tsx';
import { useMay } from '../../../components/role-limit.tsx';
import { useApiMutation } from '../../../components/use-api-mutation.ts';
import { useCampaignTexts } from '../texts.ts';

/** Switch for the public page of a campaign, on which everybody can see the campaign and apply. */
export function CampaignPublicPage({ offer }: { offer: number }) {
  const { publicPage: t } = useCampaignTexts();
  const path = { offer };
  const { data } = api.useQuery('get', '/v2/offers/{offer}/public-page', { params: { path } });
  const saving = useApiMutation(
    (isPublic: boolean) =>
      client.PUT('/v2/offers/{offer}/public-page', { params: { path }, body: { is_public: isPublic } }),
    { done: t.saved },
  );
  const mayChange = useMay('manage');
  if (data === undefined) return null;
  return (
    <Stack gap={4} mt="sm">
      <Switch
        label={t.show}
        description={t.hint}
        checked={data.is_public}
        disabled={saving.isPending || !mayChange}
        onChange={({ currentTarget: { checked } }) => saving.mutate(checked)}
      />
      {data.is_shown && (
        <Anchor href={data.url} target="_blank" size="sm">
          {t.open}
        </Anchor>
      )}
      {data.is_public && !data.is_shown && <Text size="xs">{t.notYet}</Text>}
      <FailureText message={saving.failure} size="xs" />
    </Stack>
  );
}
