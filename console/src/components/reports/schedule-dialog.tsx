import { Divider, Stack } from '@mantine/core';
import { Dialog } from '../dialog.tsx';
import type { ReportView } from './report-view.ts';
import { ScheduleForm } from './schedule-form.tsx';
import { ScheduleList } from './schedule-list.tsx';
import { useReportsTexts } from './texts.ts';

/** Dialog that schedules mails with a saved view, and lists the scheduled mails of the owner of the list. */
export default function ScheduleDialog({
  view,
  name,
  onClose,
}: {
  view: ReportView;
  /** The name of the saved view. */
  name: string;
  onClose: () => void;
}) {
  const t = useReportsTexts();
  return (
    <Dialog title={t.title(name)} opened size="lg" onClose={onClose}>
      <Stack gap="lg">
        <ScheduleForm view={view} name={name} />
        <Divider />
        <ScheduleList owner={view.owner} />
      </Stack>
    </Dialog>
  );
}
