import { ActionIcon, Button, Checkbox, Group, Popover, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconMail, IconTrash } from '@tabler/icons-react';
import { cloneElement, type FormEvent, type ReactElement, Suspense, useState } from 'react';
import { lazyPart } from '../lazy-part.tsx';
import { lengthOf } from '../length.ts';
import { LimitedInput } from '../limited-input.tsx';
import type { ReportView } from '../reports/report-view.ts';
import type { Column } from '../table/columns.ts';
import {
  type KeptList,
  type ListSearch,
  type SavedView,
  viewSearch,
  withoutView,
  withView,
} from '../table/list-state.ts';
import { useCommonTexts } from '../texts.ts';

const ScheduleDialog = lazyPart(() => import('../reports/schedule-dialog.tsx'));

const MAX_NAME_LENGTH = 60;

interface ViewMenuProps {
  /** The button that opens it. */
  target: ReactElement<{ onClick: () => void }>;
  /** The columns that can be hidden. */
  columns: readonly Pick<Column<never>, 'key' | 'label'>[];
  kept: KeptList;
  onKeep: (kept: KeptList) => void;
  /** The search parameters of the page. */
  search: ListSearch;
  /** Opens a view: replaces the search parameters. */
  onOpen: (search: ListSearch) => void;
  /** The view of these search parameters that can be mailed regularly; absent for a list that cannot. */
  mailed?: ((search: ListSearch) => ReportView) | undefined;
}

/** Popover with the columns of a list and its saved views. */
export default function ViewMenu({ target, columns, kept, onKeep, search, onOpen, mailed }: ViewMenuProps) {
  const t = useCommonTexts().views;
  const [isOpen, setIsOpen] = useState(false);
  const [scheduled, setScheduled] = useState<SavedView | null>(null);
  const { hidden, views } = kept;
  const toggle = (key: string) =>
    onKeep({ views, hidden: hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key] });
  return (
    <>
      <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" trapFocus returnFocus shadow="md" width={300}>
        <Popover.Target>{cloneElement(target, { onClick: () => setIsOpen(!isOpen) })}</Popover.Target>
        <Popover.Dropdown aria-label={t.button}>
          <Stack gap="md">
            {columns.length > 0 && (
              <Stack gap={6} role="group" aria-label={t.columns}>
                <Text size="sm" fw={600} aria-hidden>
                  {t.columns}
                </Text>
                {columns.map(({ key, label }) => (
                  <Checkbox
                    key={key}
                    size="xs"
                    label={label}
                    checked={!hidden.includes(key)}
                    onChange={() => toggle(key)}
                  />
                ))}
              </Stack>
            )}
            <Stack gap={4} role="group" aria-label={t.saved}>
              <Text size="sm" fw={600} aria-hidden>
                {t.saved}
              </Text>
              {views.map((view) => (
                <Group key={view.name} justify="space-between" wrap="nowrap">
                  <UnstyledButton
                    flex={1}
                    py={4}
                    fz="sm"
                    style={{ overflowWrap: 'anywhere' }}
                    onClick={() => {
                      onKeep({ views, hidden: view.hidden });
                      onOpen(view.search);
                      setIsOpen(false);
                    }}
                  >
                    {view.name}
                  </UnstyledButton>
                  {mailed && (
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={t.mail(view.name)}
                      title={t.mail(view.name)}
                      onClick={() => {
                        setIsOpen(false);
                        setScheduled(view);
                      }}
                    >
                      <IconMail size={16} />
                    </ActionIcon>
                  )}
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={t.remove(view.name)}
                    onClick={() => onKeep(withoutView(kept, view.name))}
                  >
                    <IconTrash size={16} />
                  </ActionIcon>
                </Group>
              ))}
              <SaveView onSave={(name) => onKeep(withView(kept, { name, search: viewSearch(search), hidden }))} />
            </Stack>
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {mailed && scheduled && (
        <Suspense>
          <ScheduleDialog view={mailed(scheduled.search)} name={scheduled.name} onClose={() => setScheduled(null)} />
        </Suspense>
      )}
    </>
  );
}

function SaveView({ onSave }: { onSave: (name: string) => void }) {
  const t = useCommonTexts().views;
  const [name, setName] = useState('');
  const save = (event: FormEvent) => {
    event.preventDefault();
    onSave(name.trim());
    setName('');
  };
  return (
    <form onSubmit={save}>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <LimitedInput
          flex={1}
          size="xs"
          label={t.name}
          description={t.hint}
          value={name}
          max={MAX_NAME_LENGTH}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button
          type="submit"
          size="xs"
          variant="default"
          disabled={name.trim() === '' || lengthOf(name) > MAX_NAME_LENGTH}
        >
          {t.save}
        </Button>
      </Group>
    </form>
  );
}
