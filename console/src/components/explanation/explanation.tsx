import { Anchor, Button, Group, Skeleton, Stack, Text, Timeline } from '@mantine/core';
import { useDisclosure, useId } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import type { ComponentProps, ReactNode } from 'react';
import { api } from '../../api.ts';
import { useFormats } from '../../language/formats.ts';
import { Appeal } from '../appeals/appeal.tsx';
import { Fact } from '../fact.tsx';
import { Failure } from '../failure.tsx';
import { Note } from '../note.tsx';
import { recordPlace } from './places.ts';
import { useExplanationTexts } from './texts.ts';

type Explanation = paths['/v2/orders/{order}/explanation']['get']['responses']['200']['content']['application/json'];
type Step = Explanation['steps'][number];

interface QueryResult {
  data: Explanation | undefined;
  error: unknown;
  refetch: () => unknown;
}

const PARTIES = ['store', 'creator', 'agency', 'platform'] as const;

/** An order's amounts, and the steps of their calculation. @param order platform ID */
export function OrderExplanation({ order }: { order: number }) {
  const answer = api.useQuery('get', '/v2/orders/{order}/explanation', { params: { path: { order } } });
  return (
    <Appealable kind="order" subject={String(order)} isDeclined={answer.data?.outcome === 'denied'}>
      <Explained answer={answer} />
    </Appealable>
  );
}

/** A click's amounts, and the steps of their calculation. @param click its `tclid` */
export function ClickExplanation({ click }: { click: string }) {
  const answer = api.useQuery('get', '/v2/clicks/{click}/explanation', { params: { path: { click } } });
  return (
    <Appealable kind="click" subject={click} isDeclined={answer.data?.outcome === 'void'}>
      <Explained answer={answer} />
    </Appealable>
  );
}

/** A one-time payment's amounts, and the steps of their calculation. */
export function PaymentExplanation({ payment }: { payment: number }) {
  const path = { one_time_payment: payment };
  const answer = api.useQuery('get', '/v2/one-time-payments/{one_time_payment}/explanation', { params: { path } });
  return (
    <Appealable kind="one_time_payment" subject={String(payment)} isDeclined={answer.data?.outcome === 'void'}>
      <Explained answer={answer} />
    </Appealable>
  );
}

/** An explanation, and below it the appeal or a form for one, if appeals are possible. */
function Appealable({ children, ...appeal }: ComponentProps<typeof Appeal> & { children: ReactNode }) {
  return (
    <Stack gap="lg">
      {children}
      <Appeal {...appeal} />
    </Stack>
  );
}

/** The whole in a sentence, the amounts that the reader may know, and on demand the steps of their calculation in words, and the omitted data. */
export function Explained({ answer: { data, error, refetch } }: { answer: QueryResult }) {
  const t = useExplanationTexts();
  const [isOpen, { toggle }] = useDisclosure(false);
  const id = useId();
  if (error) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton h={160} role="status" aria-label={t.loading} />;
  return (
    <Stack gap="md">
      <Text>{data.summary}</Text>
      <Amounts explanation={data} />
      <Button
        variant="default"
        size="compact-sm"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
        style={{ alignSelf: 'flex-start' }}
      >
        {isOpen ? t.hideRules : t.showRules}
      </Button>
      <div id={id} hidden={!isOpen}>
        <Rules data={data} />
      </div>
      {data.omitted.length > 0 && (
        <Note size="xs">
          {t.omitted} {data.omitted.map((omission) => t.omissions[omission]).join(', ')}
        </Note>
      )}
    </Stack>
  );
}

function Rules({ data }: { data: Explanation }) {
  return (
    <Timeline bulletSize={14} lineWidth={2} active={data.steps.length}>
      {data.steps.map((step, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a rule can occur several times, and the order never changes
        <Timeline.Item key={place} title={<Text size="sm">{step.because}</Text>}>
          <Source step={step} subject={data.subject} />
        </Timeline.Item>
      ))}
    </Timeline>
  );
}

/** Link to another record from which a step was read. */
function Source({ step: { record }, subject }: { step: Step; subject: Explanation['subject'] }) {
  const t = useExplanationTexts();
  if (record === null || record.id === subject.id) return null;
  const place = recordPlace(record);
  if (place === null) return null;
  return (
    <Anchor size="xs" renderRoot={(props) => <Link {...props} {...place} />}>
      {t.records[record.kind as keyof typeof t.records](record.id)}
    </Anchor>
  );
}

/** When the click was made, and from where. */
function ClickFacts({ of: { clicked_at: at, source } }: { of: Step['inputs'] }) {
  const t = useExplanationTexts();
  const { time } = useFormats();
  return (
    <>
      {typeof at === 'string' && <Fact label={t.clicked}>{time(at)}</Fact>}
      {(source === 'general' || source === 'social') && <Fact label={t.from}>{t.sources[source]}</Fact>}
    </>
  );
}

function Amounts({ explanation: { amounts, currency, reader, subject, steps } }: { explanation: Explanation }) {
  const t = useExplanationTexts();
  const { money } = useFormats();
  return (
    <Group component="dl" gap="lg" m={0}>
      {subject.kind === 'click' && <ClickFacts of={steps[0]?.inputs ?? {}} />}
      {PARTIES.map((part) => {
        const minor = amounts[part];
        if (minor === null) return null;
        return (
          <Fact key={part} label={part === reader ? t.own[reader] : t.amounts[part]}>
            {money(minor, currency)}
          </Fact>
        );
      })}
    </Group>
  );
}
