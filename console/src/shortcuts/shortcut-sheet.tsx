import { Button, Group, Kbd, Stack, Switch, Text, Title } from '@mantine/core';
import { Dialog } from '../components/dialog.tsx';
import { useCommonTexts } from '../components/texts.ts';
import { useHelp } from '../help/help.tsx';
import { usePaletteTexts } from '../palette/texts.ts';
import { useShellTexts } from '../shell/texts.ts';
import type { goToPages } from './go-to.ts';
import { useShortcutTexts } from './texts.ts';
import { useSingleKeysSetting } from './use-single-keys.ts';

/** Overview of the keyboard shortcuts, by where they apply. */
export default function ShortcutSheet({
  pages,
  isOpen,
  onClose,
}: {
  /** The pages that `g` and a key open. */
  pages: ReturnType<typeof goToPages>;
  isOpen: boolean;
  onClose: () => void;
}) {
  const { shortcuts } = useShellTexts();
  const t = useShortcutTexts();
  const { open, panel } = useHelp('page');
  const { page } = useCommonTexts().help;
  const { key: paletteKey } = usePaletteTexts();
  const { isOn, setIsOn } = useSingleKeysSetting();
  const { keys, everywhere, palette, table } = t;
  const arrows = ['↑', '↓'];
  const sections: { title: string; rows: [string[], string][] }[] = [
    {
      title: everywhere.title,
      rows: [
        [[paletteKey, '⌘ K'], everywhere.palette],
        [['/'], everywhere.search],
        [['?'], everywhere.help],
        [['Esc'], everywhere.close],
      ],
    },
    {
      title: palette.title,
      rows: [
        [arrows, palette.move],
        [[keys.enter], palette.open],
      ],
    },
    {
      title: t.goTo,
      rows: pages.map(({ key, item }) => [['G', key.toUpperCase()], item.label]),
    },
    {
      title: table.title,
      rows: [
        [arrows, table.move],
        [[keys.home, keys.end], table.ends],
        [[keys.enter], table.open],
        [[keys.space], table.select],
        [[`⇧ ${keys.space}`], table.range],
      ],
    },
  ];
  return (
    <Dialog opened={isOpen} onClose={onClose} title={shortcuts}>
      <Stack gap="lg">
        {sections.map(({ title, rows }) => (
          <section key={title}>
            <Title order={3} size="h6" mb="xs">
              {title}
            </Title>
            <Stack component="dl" gap={6} m={0}>
              {rows.map(([pressed, meaning]) => (
                <Group key={pressed.join(' ') + meaning} wrap="nowrap" align="baseline">
                  <Group component="dt" gap={4} w={110} style={{ flexShrink: 0 }}>
                    {pressed.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </Group>
                  <Text component="dd" size="sm" m={0}>
                    {meaning}
                  </Text>
                </Group>
              ))}
            </Stack>
          </section>
        ))}
        <Button variant="default" onClick={open} style={{ alignSelf: 'flex-start' }}>
          {page}
        </Button>
        {panel}
        <Switch
          label={t.single}
          description={t.singleHint}
          checked={isOn}
          onChange={({ currentTarget }) => setIsOn(currentTarget.checked)}
        />
      </Stack>
    </Dialog>
  );
}
