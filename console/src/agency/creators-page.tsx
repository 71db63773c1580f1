export function CreatorsPage() {
  return null;
}
