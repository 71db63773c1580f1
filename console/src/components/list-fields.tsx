import { ActionIcon, Button, Fieldset, Group } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { listField } from './list-field.ts';

interface ListFieldsProps<Entry extends { key: number }> {
  entries: readonly Entry[];
  /** The most entries. */
  most: number;
  /** A new entry. */
  empty: Omit<Entry, 'key'>;
  /** `entry` and `remove` get the place of an entry, from 1. */
  words: { entry: (place: number) => string; remove: (place: number) => string; add: string };
  onChange: (entries: Entry[]) => void;
  /** The inputs of an entry. */
  children: (entry: Entry, index: number, change: (change: Partial<Entry>) => void) => ReactNode;
}

/** A list of entries in a form, such as steps or tiers, each with its inputs. Entries are added at the end. */
export function ListFields<Entry extends { key: number }>(props: ListFieldsProps<Entry>) {
  const { entries, most, empty, words, onChange, children } = props;
  const list = listField(entries, onChange);
  return (
    <>
      {entries.map((entry, index) => (
        <Fieldset key={entry.key} legend={words.entry(index + 1)}>
          <Group align="flex-start" gap="sm">
            {children(entry, index, (change) => list.change(index, change))}
            <ActionIcon
              variant="subtle"
              size="lg"
              mt={25}
              aria-label={words.remove(index + 1)}
              onClick={() => list.remove(index)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        </Fieldset>
      ))}
      <Button
        size="xs"
        variant="default"
        w="fit-content"
        disabled={entries.length >= most}
        onClick={() => list.add((key) => ({ ...empty, key }) as Entry)}
      >
        {words.add}
      </Button>
    </>
  );
}
