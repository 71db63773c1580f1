import { Button, FileButton, Group, Image } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { client } from '../../api.ts';
import { FailureText } from '../../components/failure.tsx';
import { logoFile } from '../../components/picture.ts';
import { SectionCard } from '../../components/section-card.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useSettingsTexts } from './texts.ts';

/** Whether an address is on our own server. */
const isOwn = (address: string) => /^\/|^blob:/.test(address) || new URL(address).pathname.startsWith('/files/');

/** A store's logo, with replacement. */
export function Logo({ store, address }: { store: number; address: string }) {
  const t = useSettingsTexts().logo;
  const [isBad, setIsBad] = useState(false);
  const saving = useApiMutation((file: File) => send(store, file), { done: t.saved });
  const choose = async (chosen: File | null) => {
    if (chosen === null) return;
    saving.reset();
    const file = await logoFile(chosen).catch(() => null);
    setIsBad(file === null);
    if (file !== null) saving.mutate(file);
  };
  const fault = isBad ? t.bad : saving.failure;
  return (
    <SectionCard id="logo" title={t.title} hint={t.hint}>
      <Group gap="lg">
        {/* White background in both colour schemes, since logos are designed for white. */}
        <Image
          // A logo on the store's own server, from before one was uploaded, is not loaded: the policy of the page refuses it.
          src={isOwn(address) ? address : null}
          alt=""
          w={96}
          h={96}
          p={8}
          bg="white"
          fit="contain"
          radius="md"
          style={{ border: '1px solid var(--mantine-color-default-border)' }}
        />
        <FileButton onChange={choose} accept="image/png,image/jpeg" inputProps={{ 'aria-label': t.choose }}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={saving.isPending}
              leftSection={<IconPhoto size={16} aria-hidden />}
            >
              {t.choose}
            </Button>
          )}
        </FileButton>
      </Group>
      <FailureText message={fault} mt="xs" />
    </SectionCard>
  );
}

/** The generated client types a file as text; the request sends form data. */
async function send(store: number, file: File): Promise<void> {
  const form = new FormData();
  form.append('logo', file);
  await client.POST('/advertiser/stores/{id}/upload-logo', {
    params: { path: { id: store } },
    body: { logo: '' },
    bodySerializer: () => form,
  });
}
