export function UrlRulesPage() {
  return null;
}
