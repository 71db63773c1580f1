import { Card, Group, Loader, SimpleGrid, Skeleton, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck, IconMoonStars, IconPlug } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useFormats } from '../../language/formats.ts';
import { useTrackingTexts } from './texts.ts';
import { COLLECTORS, type Collector, type Collectors } from './use-collectors.ts';

const SILENT_AFTER_MS = 7 * 86_400_000;

type Sign = 'justNow' | 'seen' | 'silent' | 'activated' | 'waiting';

/** Whether orders arrive, by each way, and at once when one does. */
export function LiveCheck({ collectors }: { collectors: Collectors | undefined }) {
  const t = useTrackingTexts().live;
  return (
    <Card>
      <Title order={2} size="h4">
        {t.title}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t.hint}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md" aria-live="polite">
        {COLLECTORS.map((name) =>
          collectors === undefined ? (
            <Skeleton key={name} h={44} />
          ) : (
            <WayState key={name} collector={collectors[name]} />
          ),
        )}
      </SimpleGrid>
    </Card>
  );
}

function WayState({ collector }: { collector: Collector }) {
  const t = useTrackingTexts().live;
  const { relative } = useFormats();
  const sign = useSign(collector);
  const { last_seen_at: seenAt, activated_at: activatedAt } = collector;
  const words = {
    justNow: t.justNow,
    seen: t.seen(seenAt === null ? '' : relative(seenAt)),
    silent: t.silent(seenAt === null ? '' : relative(seenAt)),
    activated: t.activated(activatedAt ? relative(activatedAt) : ''),
    waiting: t.waiting,
  }[sign];
  return (
    <Group gap="sm" wrap="nowrap" data-sign={sign}>
      <SignIcon sign={sign} />
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
  if (seenAt !== null) return Date.now() - Date.parse(seenAt) > SILENT_AFTER_MS ? 'silent' : 'seen';
  return activatedAt ? 'activated' : 'waiting';
}

function SignIcon({ sign }: { sign: Sign }) {
  if (sign === 'waiting') return <Loader size={22} type="dots" aria-hidden w={38} />;
  const color = { justNow: 'teal', seen: 'teal', silent: 'yellow', activated: 'river' }[sign];
  const Icon = { justNow: IconCheck, seen: IconCheck, silent: IconMoonStars, activated: IconPlug }[sign];
  return (
    <ThemeIcon size={38} radius="xl" variant={sign === 'justNow' ? 'filled' : 'light'} color={color} aria-hidden>
      <Icon size={20} />
    </ThemeIcon>
  );
}
