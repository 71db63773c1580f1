export function CreatorHomePage() {
  return null;
}
