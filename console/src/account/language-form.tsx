import { NativeSelect } from '@mantine/core';
import { api, client, ifMatch } from '../api.ts';
import { Form } from '../components/form.tsx';
import { SectionCard } from '../components/section-card.tsx';
import { useForm } from '../components/use-form.ts';
import { chooseLanguage, useReader } from '../language/language.tsx';
import { LANGUAGES } from '../language/languages.ts';
import { useAccountTexts } from './texts.ts';

const SETTINGS = '/v2/me/notification-settings';

/** Form for the language of mails and notifications, and of the console in this browser. */
export function LanguageForm() {
  const t = useAccountTexts().language;
  const { language } = useReader();
  const { data: settings, refetch } = api.useQuery('get', SETTINGS);
  const form = useForm(
    { language },
    {
      send: async (body) => {
        await client.PUT(SETTINGS, { body, headers: ifMatch(SETTINGS) });
        return body.language;
      },
      record: {
        // The form shows the language of the console. That of the account is another one only if it was changed meanwhile.
        reread: async () => {
          const { language: now } = (await refetch({ throwOnError: true })).data!;
          return { language: now === settings?.language ? language : now };
        },
        labels: { language: t.title },
        show: (value) => LANGUAGES[value].name,
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
