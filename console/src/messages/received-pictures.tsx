import { Button, Group, Stack, Text } from '@mantine/core';
import { api, client } from '../api.ts';
import { Failure } from '../components/failure.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useMessageTexts } from './texts.ts';

/** The pictures of the messages in a conversation, which are downloaded. Nothing without pictures. */
export function ReceivedPictures({ participant }: { participant: number }) {
  const t = useMessageTexts();
  const { data, error } = api.useQuery('get', '/v2/offer-users/{offerUser}/attachments', {
    params: { path: { offerUser: participant } },
  });
  const download = useApiMutation(async ({ id, name }: { id: number; name: string }) => {
    const { data: file } = await client.GET('/v2/offer-users/{offerUser}/attachments/{attachment}', {
      params: { path: { offerUser: participant, attachment: id } },
      parseAs: 'blob',
    });
    // Loaded with the first download, so that the page does not load it.
    const { saveFile } = await import('../components/save-file.ts');
    saveFile(file as Blob, name);
  });
  if (error !== null) return <Failure error={error} />;
  if (data === undefined || data.data.length === 0) return null;
  return (
    <Stack gap="xs" mb="md">
      <Text size="sm" fw={600}>
        {t.pictures}
      </Text>
      <Group gap="xs">
        {data.data.map(({ id, file_name: given, media_type: type }) => {
          const name = given === '' ? `${id}.${type === 'image/png' ? 'png' : 'jpg'}` : given;
          return (
            <Button
              key={id}
              size="compact-sm"
              variant="default"
              maw="100%"
              onClick={() => download.mutate({ id, name })}
            >
              {name}
            </Button>
          );
        })}
      </Group>
      {download.error !== null && <Failure error={download.error} />}
    </Stack>
  );
}
