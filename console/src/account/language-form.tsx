import { NativeSelect } from '@mantine/core';
import { client } from '../api.ts';
import { Form } from '../components/form.tsx';
import { SectionCard } from '../components/section-card.tsx';
import { useForm } from '../components/use-form.ts';
import { chooseLanguage, useReader } from '../language/language.tsx';
import { LANGUAGES } from '../language/languages.ts';
import { useAccountTexts } from './texts.ts';

/** Form for the language of mails and notifications, and of the console in this browser. */
export function LanguageForm() {
  const t = useAccountTexts().language;
  const { language } = useReader();
  const form = useForm(
    { language },
    {
      send: async (body) => {
        await client.PUT('/v2/me/notification-settings', { body });
        return body.language;
      },
      onDone: chooseLanguage,
    },
  );
  return (
    <SectionCard id="language" title={t.title} hint={t.hint}>
      <Form of={form} action={t.save}>
        <NativeSelect
          aria-labelledby="language"
          data={Object.entries(LANGUAGES).map(([value, { name }]) => ({ value, label: name }))}
          {...form.text('language')}
        />
      </Form>
    </SectionCard>
  );
}
