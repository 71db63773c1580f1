export function PeriodsPage() {
  return null;
}
