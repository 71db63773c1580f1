import { Button, Checkbox, Group, Image, NativeSelect, Skeleton, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { api, client } from '../../api.ts';
import { FailureText, useErrorMessage } from '../../components/failure.tsx';
import { saveFile } from '../../components/save-file.ts';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useSite } from '../../shell/wordmark.tsx';
import { useCreatorTexts } from '../texts.ts';

const SHOWN_PX = 128;
const PNG_PX = 1024;
const BLACK = '#000000';
/** A picker of colours reports each colour that the pointer passes. */
const PICKING_DELAY_MS = 300;
const QR_CODE = '/v2/affiliate-links/{affiliate_link}/qr-code';

type Choice = 'black' | 'market' | 'own';

/** The QR code of a link as a picture in a colour, with its files. */
export function QrCode({ link, title }: { link: number; title: string }) {
  const t = useCreatorTexts().link.qr;
  const accent = useSite()?.accent ?? BLACK;
  const [choice, setChoice] = useState<Choice>('black');
  const [own, setOwn] = useState(accent);
  const [isTransparent, setIsTransparent] = useState(false);
  const [colour] = useDebouncedValue({ black: BLACK, market: accent, own }[choice], PICKING_DELAY_MS);
  const path = { affiliate_link: link };
  const look = { colour, background: isTransparent ? ('transparent' as const) : ('white' as const) };
  const { data, error } = api.useQuery('get', QR_CODE, { params: { path, query: look }, parseAs: 'text' });
  const sentence = useErrorMessage(error);
  const fault = error ? sentence : null;
  const download = useApiMutation(async (format: 'svg' | 'png') => {
    const { data: file } = await client.GET(QR_CODE, {
      params: { path, query: { ...look, format, ...(format === 'png' && { size: PNG_PX }) } },
      parseAs: 'blob',
    });
    saveFile(file as Blob, `qr-code-${link}.${format}`);
  });
  return (
    <Group gap="md" align="flex-start">
      {data === undefined || error ? (
        <Skeleton w={SHOWN_PX} h={SHOWN_PX} animate={!error} />
      ) : (
        <Image
          w={SHOWN_PX}
          h={SHOWN_PX}
          radius="sm"
          bg="white"
          alt={t.of(title)}
          src={`data:image/svg+xml,${encodeURIComponent(String(data))}`}
        />
      )}
      <Stack gap="xs" maw={260}>
        <Group gap="xs" align="flex-end">
          <NativeSelect
            size="xs"
            label={t.colour}
            data={(['black', 'market', 'own'] as const).map((value) => ({ value, label: t.colours[value] }))}
            value={choice}
            onChange={({ currentTarget: { value } }) => setChoice(value as Choice)}
          />
          {choice === 'own' && (
            <TextInput
              size="xs"
              type="color"
              w={48}
              aria-label={t.own}
              value={own}
              onChange={({ currentTarget: { value } }) => setOwn(value.toLowerCase())}
            />
          )}
        </Group>
        <Checkbox
          size="xs"
          label={t.transparent}
          description={isTransparent && t.transparentHint}
          checked={isTransparent}
          onChange={({ currentTarget: { checked } }) => setIsTransparent(checked)}
        />
        <FailureText message={fault} />
        <Group gap={4}>
          {(['svg', 'png'] as const).map((format) => (
            <Button
              key={format}
              size="compact-xs"
              variant="subtle"
              disabled={fault !== null}
              leftSection={<IconDownload size={14} aria-hidden />}
              onClick={() => download.mutate(format)}
            >
              {t.file(format.toUpperCase())}
            </Button>
          ))}
        </Group>
        <FailureText message={download.failure} />
      </Stack>
    </Group>
  );
}
