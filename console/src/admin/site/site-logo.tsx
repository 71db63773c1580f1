import { Button, FileButton, Group, Image } from '@mantine/core';
import { useState } from 'react';
import { client } from '../../api.ts';
import { FailureText } from '../../components/failure.tsx';
import { logoFile } from '../../components/picture.ts';
import { SectionCard } from '../../components/section-card.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useSiteTexts } from './texts.ts';

/** The logo of the marketplace, with replacement and removal. */
export function SiteLogo({ address }: { address: string | null }) {
  const t = useSiteTexts();
  const [isBad, setIsBad] = useState(false);
  const saving = useApiMutation(send, { done: t.logoSaved });
  const removing = useApiMutation(() => client.DELETE('/v2/admin/site-settings/logo'), { done: t.logoRemoved });
  const choose = async (chosen: File | null) => {
    if (chosen === null) return;
    const file = await logoFile(chosen).catch(() => null);
    setIsBad(file === null);
    if (file !== null) saving.mutate(file);
  };
  const fault = isBad ? t.badLogo : (saving.failure ?? removing.failure);
  return (
    <SectionCard id="logo" title={t.logo} hint={t.logoHint}>
      <Group gap="lg">
        {address !== null && <Image src={address} alt="" w={96} h={96} p={8} bg="white" fit="contain" radius="md" />}
        <FileButton onChange={choose} accept="image/png,image/jpeg" inputProps={{ 'aria-label': t.chooseLogo }}>
          {(props) => (
            <Button {...props} variant="default" loading={saving.isPending}>
              {t.chooseLogo}
            </Button>
          )}
        </FileButton>
        {address !== null && (
          <Button variant="subtle" loading={removing.isPending} onClick={() => removing.mutate()}>
            {t.removeLogo}
          </Button>
        )}
      </Group>
      <FailureText message={fault} mt="xs" />
    </SectionCard>
  );
}

/** The generated client types a file as text; the request sends form data. */
async function send(file: File): Promise<void> {
  const form = new FormData();
  form.append('logo', file);
  await client.POST('/v2/admin/site-settings/logo', { body: { logo: '' }, bodySerializer: () => form });
}
