const pad = (number: number) => String(number).padStart(2, '0');

/** A day such as `2026-11-22` and a time such as `14:30`, in the browser's time zone; both are empty for none. */
interface LocalTime {
  day: string;
  time: string;
}

/** An instant of the API in the browser's time zone; empty for null. */
export function toLocalTime(instant: string | null): LocalTime {
  if (instant === null) return { day: '', time: '' };
  const at = new Date(instant);
  return {
    day: `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`,
    time: `${pad(at.getHours())}:${pad(at.getMinutes())}`,
  };
}

/** True for an hour and a minute; the hour may have one digit. */
export const isTime = (text: string): boolean => /^(?:[01]?\d|2[0-3]):[0-5]\d$/.test(text);

/** The instant for the API; null without a day. Without a time, the end of the day. */
export function fromLocalTime({ day, time }: LocalTime): string | null {
  const at = new Date(`${day}T${(time === '' ? '23:59' : time).padStart(5, '0')}`);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
