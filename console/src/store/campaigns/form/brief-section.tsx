import { Button, FileButton, Group, Image, Text, TextInput } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { FailureText } from '../../../components/failure.tsx';
import { LimitedArea } from '../../../components/limited-area.tsx';
import { LimitedInput } from '../../../components/limited-input.tsx';
import { Note } from '../../../components/note.tsx';
import { pictureText } from '../../../components/picture.ts';
import { useHashtags } from '../store-hashtags.tsx';
import { useCampaignTexts } from '../texts.ts';
import { LONGEST } from './body.ts';
import { FormSection, type FormSectionProps } from './form-section.tsx';
import { PlainInputs } from './plain-inputs.tsx';

/** Texts and picture that creators see. */
export function BriefSection({
  draft,
  set,
  fault,
  store,
  picture,
  onPicture,
}: FormSectionProps & { store: number; picture: string | null; onPicture: (text: string) => void }) {
  const t = useCampaignTexts().form.words;
  const [pictureFault, setPictureFault] = useState<string>();
  const choose = async (file: File | null) => {
    if (file === null) return;
    try {
      onPicture(await pictureText(file));
      setPictureFault(undefined);
    } catch {
      setPictureFault(t.pictureBad);
    }
  };
  return (
    <FormSection title={t.title} hint={t.hint}>
      <LimitedInput
        label={t.heading}
        description={t.headingHint}
        withAsterisk
        aria-required
        max={LONGEST.campaign_title}
        value={draft.title}
        error={fault('campaign_title')}
        onChange={({ currentTarget }) => set({ title: currentTarget.value })}
      />
      <LimitedArea
        label={t.text}
        description={t.textHint}
        autosize
        minRows={4}
        maxRows={12}
        max={LONGEST.campaign_text}
        value={draft.text}
        error={fault('campaign_text')}
        onChange={({ currentTarget }) => set({ text: currentTarget.value })}
      />
      <TextInput
        label={t.hashtags}
        description={t.hashtagsHint}
        placeholder="#"
        value={draft.hashtags}
        onChange={({ currentTarget }) => set({ hashtags: currentTarget.value })}
      />
      <OwnHashtags store={store} typed={draft.hashtags} onAdd={(hashtags) => set({ hashtags })} />
      <div>
        <Text size="sm" fw={500}>
          {t.picture}
        </Text>
        <Note size="xs" mb="xs">
          {t.pictureHint}
        </Note>
        <Group>
          {picture !== null && <Image src={picture} alt="" w={72} h={72} radius="md" fit="cover" />}
          <FileButton onChange={choose} accept="image/png,image/jpeg" inputProps={{ 'aria-label': t.choosePicture }}>
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconPhoto size={16} />}>
                {t.choosePicture}
              </Button>
            )}
          </FileButton>
        </Group>
        <FailureText message={pictureFault} size="xs" />
      </div>
      <PlainInputs section="words" draft={draft} set={set} fault={fault} />
    </FormSection>
  );
}

/** Buttons for the store's hashtags that are not in the field yet. */
function OwnHashtags({ store, typed, onAdd }: { store: number; typed: string; onAdd: (hashtags: string) => void }) {
  const t = useCampaignTexts().form.words;
  const { data = [] } = useHashtags(store);
  const there = typed.toLowerCase().split(/\s+/);
  const left = data.filter(({ hashtag }) => !there.includes(`#${hashtag.toLowerCase()}`));
  if (left.length === 0) return null;
  return (
    <Group gap={6} role="group" aria-label={t.ownWords}>
      {left.map(({ id, hashtag }) => (
        <Button
          key={id}
          size="compact-xs"
          variant="light"
          aria-label={t.addHashtag(hashtag)}
          onClick={() => onAdd([typed.trim(), `#${hashtag}`].filter(Boolean).join(' '))}
        >
          #{hashtag}
        </Button>
      ))}
    </Group>
  );
}
