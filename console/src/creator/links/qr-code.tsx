import { Button, Group, Image, Skeleton, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { api, client } from '../../api.ts';
import { FailureText } from '../../components/failure.tsx';
import { saveFile } from '../../components/save-file.ts';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useCreatorTexts } from '../texts.ts';

const SHOWN_PX = 96;
const PNG_PX = 1024;
const QR_CODE = '/v2/affiliate-links/{affiliate_link}/qr-code';

/** The QR code of a link as a picture, with its files. */
export function QrCode({ link, title }: { link: number; title: string }) {
  const t = useCreatorTexts().settings;
  const path = { affiliate_link: link };
  const { data } = api.useQuery('get', QR_CODE, { params: { path }, parseAs: 'text' });
  const download = useApiMutation(async (format: 'svg' | 'png') => {
    const { data: file } = await client.GET(QR_CODE, {
      params: { path, query: { format, ...(format === 'png' ? { size: PNG_PX } : {}) } },
      parseAs: 'blob',
    });
    saveFile(file as Blob, `qr-code-${link}.${format}`);
  });
  return (
    <Group gap="sm" wrap="nowrap" align="center">
      {data === undefined ? (
        <Skeleton w={SHOWN_PX} h={SHOWN_PX} />
      ) : (
        <Image
          w={SHOWN_PX}
          h={SHOWN_PX}
          radius="sm"
          bg="white"
          alt={t.qrOf(title)}
          src={`data:image/svg+xml,${encodeURIComponent(String(data))}`}
        />
      )}
      <Stack gap={4} align="flex-start">
        {(['svg', 'png'] as const).map((format) => (
          <Button
            key={format}
            size="compact-xs"
            variant="subtle"
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={() => download.mutate(format)}
          >
            {t.qr(format.toUpperCase())}
          </Button>
        ))}
        <FailureText message={download.failure} />
      </Stack>
    </Group>
  );
}
