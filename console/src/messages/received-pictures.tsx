import { Group, Stack, Text } from '@mantine/core';
import { api } from '../api.ts';
import { Failure } from '../components/failure.tsx';
import { useMessageTexts } from './texts.ts';

/** The pictures of the messages in a conversation, each of which downloads the file. Nothing without pictures. */
export function ReceivedPictures({ participant }: { participant: number }) {
  const t = useMessageTexts();
  const { data, error } = api.useQuery('get', '/v2/offer-users/{offerUser}/attachments', {
    params: { path: { offerUser: participant } },
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
          const src = `/v2/offer-users/${participant}/attachments/${id}`;
          return (
            <a key={id} href={src} download={name}>
              <img
                src={src}
                alt={name}
                loading="lazy"
                style={{ height: 120, maxWidth: '100%', objectFit: 'contain', borderRadius: 8 }}
              />
            </a>
          );
        })}
      </Group>
    </Stack>
  );
}
