import { Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from './dialog.tsx';
import { DialogButtons } from './dialog-buttons.tsx';
import { useCommonTexts } from './texts.ts';

/** A field that two people have changed, with both values as texts. */
export interface ShownConflict {
  field: string;
  label: string;
  mine: string;
  theirs: string;
}

/** Asks which values of a record to keep. Closing the dialog keeps the input and does not save. */
export function ConflictDialog({
  conflicts,
  answer,
}: {
  conflicts: readonly ShownConflict[];
  answer: (theirs: readonly string[] | null) => void;
}) {
  const { conflict: t } = useCommonTexts();
  const [theirs, setTheirs] = useState<readonly string[]>([]);
  const choose = (field: string, side: string) =>
    setTheirs([...theirs.filter((other) => other !== field), ...(side === 'theirs' ? [field] : [])]);
  const shownText = (text: string) => (text === '' ? t.empty : text);
  return (
    <Dialog opened onClose={() => answer(null)} title={t.title}>
      <Stack>
        <Text size="sm">{t.hint}</Text>
        {conflicts.map(({ field, label, mine, theirs: other }) => (
          <Radio.Group
            key={field}
            label={label}
            value={theirs.includes(field) ? 'theirs' : 'mine'}
            onChange={(side) => choose(field, side)}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="mine" label={t.mine(shownText(mine))} />
              <Radio value="theirs" label={t.theirs(shownText(other))} />
            </Stack>
          </Radio.Group>
        ))}
        <DialogButtons action={t.save} isPending={false} onAct={() => answer(theirs)} onCancel={() => answer(null)} />
      </Stack>
    </Dialog>
  );
}
