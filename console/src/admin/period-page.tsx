export function PeriodPage() {
  return null;
}
