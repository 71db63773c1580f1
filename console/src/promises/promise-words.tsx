import { List } from '@mantine/core';
import { useFormats } from '../language/formats.ts';
import { usePromiseTexts } from './texts.ts';

/** What a campaign promises now, as the API states it. */
export interface Promised {
  until: string | null;
  notice_days: number | null;
  is_binding: boolean;
  earliest_change_on: string | null;
  next: { notice_days: number | null; begins_on: string } | null;
  ended_reason: string | null;
}

/** What a campaign promises, in sentences. */
export function PromiseWords({ promise }: { promise: Promised }) {
  const t = usePromiseTexts();
  const { day } = useFormats();
  const { until, notice_days: notice, next, earliest_change_on: earliest, ended_reason: reason } = promise;
  if (reason !== null) return <Lines of={[t.ended(reason)]} />;
  if (!promise.is_binding) return <Lines of={[t.passed]} />;
  const lines = [
    until !== null && t.until(day(until)),
    notice !== null && t.notice(notice),
    next !== null &&
      (next.notice_days === null ? t.announced(day(next.begins_on)) : t.shorter(next.notice_days, day(next.begins_on))),
    earliest !== null && t.earliest(day(earliest)),
  ];
  return <Lines of={lines.filter((line) => line !== false)} />;
}

const Lines = ({ of }: { of: readonly string[] }) => (
  <List size="sm" spacing={4}>
    {of.map((line) => (
      <List.Item key={line}>{line}</List.Item>
    ))}
  </List>
);
