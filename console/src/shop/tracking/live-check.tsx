import { Card, Group, Loader, SimpleGrid, Skeleton, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck, IconMoonStars, IconPlug } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useFormats } from '../../language/formats.ts';
import { useTrackingTexts } from './texts.ts';
import { COLLECTORS, type Collector, type Collectors } from './use-collectors.ts';

const SILENT_AFTER_MS = 7 * 86_400_000;

const isLongAgo = (seenAt: string) => Date.now() - Date.parse(seenAt) > SILENT_AFTER_MS;

type Sign = 'justNow' | 'seen' | 'silent' | 'activated' | 'waiting';

/** Whether orders arrive, by each way, and at once when one does. */
export function LiveCheck({ collectors }: { collectors: Collectors | undefined }) {
  const t = useTrackingTexts().live;
  const seen = COLLECTORS.flatMap((name) => collectors?.[name].last_seen_at ?? []);
  const answer = seen.length === 0 ? t.nothingYet : seen.every(isLongAgo) ? t.nothingLately : t.works;
  return (
    <Card>
      <Title order={2} size="h4">
        {t.title}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {collectors !== undefined && <b>{answer}</b>} {t.hint}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md" aria-live="polite">
        {COLLECTORS.map((name) =>
          collectors === undefined ? (
            <Skeleton key={name} h={44} />
          ) : (
            <WayState key={name} collector={collectors[name]} isSpare={seen.length > 0} />
          ),
        )}
      </SimpleGrid>
    </Card>
  );
}

/** @param isSpare orders arrive some way, so nothing is amiss when none come by this one */
function WayState({ collector, isSpare }: { collector: Collector; isSpare: boolean }) {
  const t = useTrackingTexts().live;
  const { relative } = useFormats();
  const sign = useSign(collector);
  const { last_seen_at: seenAt, activated_at: activatedAt } = collector;
  const words = {
    justNow: t.justNow,
    seen: t.seen(seenAt === null ? '' : relative(seenAt)),
    silent: t.silent(seenAt === null ? '' : relative(seenAt)),
    activated: t.activated(activatedAt ? relative(activatedAt) : ''),
    waiting: isSpare ? t.unused : t.waiting,
  }[sign];
  return (
    <Group gap="sm" wrap="nowrap" data-sign={sign}>
      <SignIcon sign={sign} isSpare={isSpare} />
      <div>
        <Text size="sm" fw={600}>
          {t.ways[collector.collector]}
        </Text>
        <Text size="sm" {...(sign === 'justNow' ? { className: 'is-better', fw: 600 } : { c: 'dimmed' })}>
          {words}
        </Text>
      </div>
    </Group>
  );
}

/** An order that arrives while somebody watches is news for as long as the page is open. */
function useSign({ last_seen_at: seenAt, activated_at: activatedAt }: Collector): Sign {
  const atFirst = useRef(seenAt);
  const [isNew, setIsNew] = useState(false);
  useEffect(() => {
    if (seenAt !== atFirst.current) setIsNew(true);
  }, [seenAt]);
  if (isNew) return 'justNow';
  if (seenAt !== null) return isLongAgo(seenAt) ? 'silent' : 'seen';
  return activatedAt ? 'activated' : 'waiting';
}

function SignIcon({ sign, isSpare }: { sign: Sign; isSpare: boolean }) {
  if (sign === 'waiting' && !isSpare) return <Loader size={22} type="dots" aria-hidden w={38} />;
  const color = { justNow: 'teal', seen: 'teal', silent: 'yellow', activated: 'river', waiting: 'gray' }[sign];
  const Icon = { justNow: IconCheck, seen: IconCheck, silent: IconMoonStars, activated: IconPlug, waiting: IconPlug }[
    sign
  ];
  return (
    <ThemeIcon size={38} radius="xl" variant={sign === 'justNow' ? 'filled' : 'light'} color={color} aria-hidden>
      <Icon size={20} />
    </ThemeIcon>
  );
}
