const pad = (number: number) => String(number).padStart(2, '0');

/** An instant of the API as the value of a `datetime-local` field, in the browser's time zone; empty for null. */
export function toLocalTime(instant: string | null): string {
  if (instant === null) return '';
  const at = new Date(instant);
  const day = `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
  return `${day}T${pad(at.getHours())}:${pad(at.getMinutes())}`;
}

/** The value of a `datetime-local` field as an instant for the API; null if it is empty. */
export function fromLocalTime(value: string): string | null {
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
