import { Anchor, Group, Text } from '@mantine/core';
import { useCommonTexts } from '../components/texts.ts';
import { chooseLanguage, useReader } from './language.tsx';
import { LANGUAGES, type Language } from './languages.ts';

/** The languages of the console, each by its own name. Selecting one loads the page again in it. */
export function LanguageChoice() {
  const t = useCommonTexts();
  const { language } = useReader();
  return (
    <Group component="nav" aria-label={t.language} gap="md">
      {(Object.keys(LANGUAGES) as Language[]).map((each) =>
        each === language ? (
          <Text key={each} size="sm" fw={600} lang={each} aria-current="true">
            {LANGUAGES[each].name}
          </Text>
        ) : (
          <Anchor
            key={each}
            component="button"
            type="button"
            size="sm"
            lang={each}
            onClick={() => chooseLanguage(each)}
          >
            {LANGUAGES[each].name}
          </Anchor>
        ),
      )}
    </Group>
  );
}
