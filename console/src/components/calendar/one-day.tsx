import { DayCalendar } from './day-calendar.tsx';

interface OneDayProps {
  /** Empty: none is chosen. */
  day: string;
  min: string | undefined;
  max: string | undefined;
  onChange: (day: string) => void;
}

/** The calendar for one day, which is any day unless limits are given. */
export default function OneDay({ day, min, max = '9999-12-31', onChange }: OneDayProps) {
  return (
    <DayCalendar
      range={day === '' ? undefined : { from: day, to: day }}
      min={min}
      max={max}
      isSingle
      onChange={({ from }) => onChange(from)}
    />
  );
}
