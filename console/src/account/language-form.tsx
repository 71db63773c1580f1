import { Button, NativeSelect, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { client } from '../api.ts';
import { FailureAlert } from '../components/failure.tsx';
import { SectionCard } from '../components/section-card.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { chooseLanguage, useReader } from '../language/language.tsx';
import { LANGUAGES, type Language } from '../language/languages.ts';
import { useAccountTexts } from './texts.ts';

/** The language of the account, which its e-mails have, and of the console in this browser. */
export function LanguageForm() {
  const t = useAccountTexts().language;
  const { language } = useReader();
  const [chosen, setChosen] = useState<Language>(language);
  const save = useApiMutation(
    async () => await client.PUT('/v2/me/notification-settings', { body: { language: chosen } }),
    { onDone: () => chooseLanguage(chosen) },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <SectionCard id="language" title={t.title} hint={t.hint}>
      <form onSubmit={submit}>
        <Stack gap="md" align="flex-start">
          <NativeSelect
            aria-labelledby="language"
            data={Object.entries(LANGUAGES).map(([value, { name }]) => ({ value, label: name }))}
            value={chosen}
            onChange={({ currentTarget: { value } }) => setChosen(value as Language)}
          />
          <FailureAlert message={save.failure} />
          <Button type="submit" loading={save.isPending}>
            {t.save}
          </Button>
        </Stack>
      </form>
    </SectionCard>
  );
}
