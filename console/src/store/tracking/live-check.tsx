import { Card, Group, Loader, SimpleGrid, Text, ThemeIcon } from '@mantine/core';
import { IconCheck, IconCode, IconMoonStars, IconPlug, type TablerIcon } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Note, Strong } from '../../components/note.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import { useFormats } from '../../language/formats.ts';
import { useTrackingTexts } from './texts.ts';
import { COLLECTORS, type Collector, type Collectors } from './use-collectors.ts';

const SILENT_AFTER_MS = 7 * 86_400_000;

const isLongAgo = (seenAt: string) => Date.now() - Date.parse(seenAt) > SILENT_AFTER_MS;

type Sign = 'justNow' | 'seen' | 'silent' | 'scriptNow' | 'loaded' | 'activated' | 'waiting';

const LOOKS: Record<Sign, [color: string, icon: TablerIcon]> = {
  justNow: ['teal', IconCheck],
  seen: ['teal', IconCheck],
  silent: ['yellow', IconMoonStars],
  scriptNow: ['river', IconCode],
  loaded: ['river', IconCode],
  activated: ['river', IconPlug],
  waiting: ['gray', IconPlug],
};

/** Live status of order tracking by method. */
export function LiveCheck({ collectors }: { collectors: Collectors }) {
  const t = useTrackingTexts().live;
  const seen = COLLECTORS.flatMap((name) => collectors[name].last_seen_at ?? []);
  const answer = seen.length === 0 ? t.nothingYet : seen.every(isLongAgo) ? t.nothingLately : t.works;
  return (
    <Card>
      <SectionTitle>{t.title}</SectionTitle>
      <Note mb="md">
        <b>{answer}</b> {t.hint}
      </Note>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md" aria-live="polite">
        {COLLECTORS.map((name) => (
          <WayState key={name} collector={collectors[name]} isSpare={seen.length > 0} />
        ))}
      </SimpleGrid>
    </Card>
  );
}

/** @param isSpare whether another way of reporting works, so that missing orders are not a problem */
function WayState({ collector, isSpare }: { collector: Collector; isSpare: boolean }) {
  const t = useTrackingTexts().live;
  const { relative } = useFormats();
  const sign = useSign(collector);
  const { last_seen_at: seenAt, activated_at: activatedAt, script_seen_at: scriptAt } = collector;
  const words = {
    justNow: t.justNow,
    seen: t.seen(seenAt === null ? '' : relative(seenAt)),
    silent: t.silent(seenAt === null ? '' : relative(seenAt)),
    scriptNow: t.scriptNow,
    loaded: t.loaded(scriptAt ? relative(scriptAt) : ''),
    activated: t.activated(activatedAt ? relative(activatedAt) : ''),
    waiting: isSpare ? t.unused : t.waiting,
  }[sign];
  return (
    <Group gap="sm" wrap="nowrap" data-sign={sign}>
      <SignIcon sign={sign} isSpare={isSpare} />
      <div>
        <Strong>{t.ways[collector.collector]}</Strong>
        <Text
          size="sm"
          {...(sign === 'justNow' || sign === 'scriptNow' ? { className: 'is-better', fw: 600 } : { c: 'dimmed' })}
        >
          {words}
        </Text>
        {scriptAt && seenAt !== null && <Note size="xs">{t.script(relative(scriptAt))}</Note>}
      </div>
    </Group>
  );
}

/** Highlights events since the page was opened. Before the first order, loading the script counts as an event. */
function useSign({
  last_seen_at: seenAt,
  activated_at: activatedAt,
  script_seen_at: scriptAt = null,
}: Collector): Sign {
  const [isNew, isScriptNew] = [useIsNew(seenAt), useIsNew(scriptAt)];
  if (isNew) return 'justNow';
  if (seenAt !== null) return isLongAgo(seenAt) ? 'silent' : 'seen';
  if (isScriptNew) return 'scriptNow';
  if (scriptAt !== null) return 'loaded';
  return activatedAt ? 'activated' : 'waiting';
}

/** Whether a new event has occurred since the page was opened. */
function useIsNew(at: string | null): boolean {
  const atFirst = useRef(at);
  const [isNew, setIsNew] = useState(false);
  useEffect(() => {
    if (at !== atFirst.current) setIsNew(true);
  }, [at]);
  return isNew;
}

function SignIcon({ sign, isSpare }: { sign: Sign; isSpare: boolean }) {
  if (sign === 'waiting' && !isSpare) return <Loader size={22} type="dots" aria-hidden w={38} />;
  const [color, Icon] = LOOKS[sign];
  const isNews = sign === 'justNow' || sign === 'scriptNow';
  return (
    <ThemeIcon size={38} radius="xl" variant={isNews ? 'filled' : 'light'} color={color} aria-hidden>
      <Icon size={20} />
    </ThemeIcon>
  );
}
