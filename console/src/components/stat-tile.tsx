import { Anchor, Card, Group, Skeleton, Text } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useFormats } from '../language/formats.ts';
import { Note } from './note.tsx';
import { Sparkline } from './sparkline.tsx';
import { useCommonTexts } from './texts.ts';

interface StatTileProps {
  label: string;
  /** Formatted value; undefined while loading. */
  value: string | undefined;
  /** The figure and that of the previous period; `than` names the previous period: "1–22 Oct". */
  change?: { now: number; before: number; than: string };
  /** An increase is bad, as for cost; affects the colour only. */
  lessIsBetter?: boolean;
  /** The figure by day, for the sparkline. */
  series?: readonly number[];
  hint?: string;
  /** The list behind the figure. */
  link?: LinkProps;
}

/** Tile with one figure, its change and its sparkline. */
export function StatTile({ label, value, change, lessIsBetter = false, series, hint, link }: StatTileProps) {
  return (
    <Card style={{ containerType: 'inline-size' }}>
      <Text size="sm" c="dimmed" fw={500}>
        {link === undefined ? (
          label
        ) : (
          <Anchor c="inherit" inherit renderRoot={(props) => <Link {...props} {...link} />}>
            {label}
          </Anchor>
        )}
      </Text>
      {value === undefined ? (
        <Skeleton h={30} w={110} my={6} />
      ) : (
        <Text fz="clamp(17px, 14cqi, 26px)" fw={680} lh="36px" lts={-0.5}>
          {value}
        </Text>
      )}
      {(change ?? series ?? hint) !== undefined && (
        <Group justify="space-between" align="flex-end" gap={8} mih={28} className="tile-foot">
          {change && value !== undefined ? (
            <Change {...change} lessIsBetter={lessIsBetter} />
          ) : (
            <Note size="xs">{hint}</Note>
          )}
          {series && series.length > 1 && <Sparkline values={series} />}
        </Group>
      )}
    </Card>
  );
}

interface ChangeProps {
  now: number;
  before: number;
  than: string;
  lessIsBetter: boolean;
}

function Change({ now, before, than, lessIsBetter }: ChangeProps) {
  const { percent } = useFormats();
  const t = useCommonTexts().change;
  if (before === 0 || now === before) return <Note size="xs">{before === 0 ? t.none(than) : t.same(than)}</Note>;
  const share = (now - before) / Math.abs(before);
  const isUp = share > 0;
  const Icon = isUp ? IconArrowUpRight : IconArrowDownRight;
  const words = percent(Math.abs(share));
  return (
    <Text
      size="xs"
      fw={550}
      style={{ textWrap: 'balance' }}
      className={isUp === lessIsBetter ? 'is-worse' : 'is-better'}
    >
      <Icon size={14} aria-hidden style={{ verticalAlign: '-2px' }} /> {isUp ? t.up(words, than) : t.down(words, than)}
    </Text>
  );
}
