import { Card, List, Text } from '@mantine/core';
import { Note } from '../../components/note.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import { useFormats } from '../../language/formats.ts';
import { useTrackingTexts } from './texts.ts';
import { COLLECTORS, type Collectors } from './use-collectors.ts';

/** Reports of orders that were refused lately, with their reasons. Renders nothing without any. */
export function RefusedReports({ collectors }: { collectors: Collectors }) {
  const { refused: t, live } = useTrackingTexts();
  const { relative } = useFormats();
  const ways = COLLECTORS.flatMap((name) => collectors[name]).filter(({ refused }) => refused.reports > 0);
  if (ways.length === 0) return null;
  return (
    <Card component="section" aria-labelledby="refused-reports">
      <SectionTitle id="refused-reports">{t.title}</SectionTitle>
      {ways.map(({ collector, refused }) => (
        <div key={collector}>
          <Text size="sm">
            {live.ways[collector]}: {t.hint(refused.reports)}
          </Text>
          <List size="sm" my="xs">
            {refused.latest.map(({ field, reason, at, reports }) => (
              <List.Item key={`${field} ${at}`}>
                {t.fault(field, reason)}
                <Note size="xs">{t.times(reports, relative(at))}</Note>
              </List.Item>
            ))}
          </List>
        </div>
      ))}
    </Card>
  );
}
