import { Stack, Table, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useFormats } from '../language/formats.ts';
import type { Deliverable, EndingRight } from './deliverable.ts';
import { weeksOf } from './month.ts';
import { useStatusWords } from './status.tsx';
import { useDeliverableTexts } from './texts.ts';

/** The deliverables of a month in its weeks, and the usage rights that end. */
export function MonthView({
  month,
  of,
  ending,
  onOpen,
}: {
  month: string;
  of: readonly Deliverable[];
  ending: readonly EndingRight[];
  onOpen: (id: number) => void;
}) {
  const t = useDeliverableTexts();
  const formats = useFormats();
  const words = useStatusWords(false);
  const weeks = weeksOf(month);
  return (
    <Table withTableBorder withColumnBorders layout="fixed" captionSide="top">
      <Table.Caption>
        <VisuallyHidden>{t.calendar(formats.month(month))}</VisuallyHidden>
      </Table.Caption>
      <Table.Thead>
        <Table.Tr>
          {weeks[0]!.map((day) => (
            <Table.Th key={day}>{formats.weekday(day)}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {weeks.map((week) => (
          <Table.Tr key={week[0]}>
            {week.map((day) => (
              <Table.Td key={day} style={{ verticalAlign: 'top' }}>
                {day.startsWith(month) && (
                  <Stack gap={4} mih={64}>
                    <Text size="xs" component="time" dateTime={day}>
                      {Number(day.slice(8))}
                    </Text>
                    {of
                      .filter(({ due_on: due }) => due === day)
                      .map((one) => (
                        <UnstyledButton
                          key={one.id}
                          bg="var(--mantine-color-default-hover)"
                          px={6}
                          py={4}
                          style={{ borderRadius: 4 }}
                          onClick={() => onOpen(one.id)}
                        >
                          {[one.title, one.user.name, words(one)].map((line, index) => (
                            <Text key={line} size="xs" truncate {...(index === 0 ? { fw: 600 } : {})}>
                              {line}
                            </Text>
                          ))}
                        </UnstyledButton>
                      ))}
                    {ending
                      .filter(({ last_day: last }) => last === day)
                      .map(({ id, deliverable, user }) => (
                        <UnstyledButton key={`right-${id}`} px={6} py={4} onClick={() => onOpen(deliverable.id)}>
                          {[t.rightsEnd, deliverable.title, user.name].map((line) => (
                            <Text key={line} size="xs" truncate>
                              {line}
                            </Text>
                          ))}
                        </UnstyledButton>
                      ))}
                  </Stack>
                )}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
