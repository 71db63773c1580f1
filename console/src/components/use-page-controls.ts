import { useCommonTexts } from './texts.ts';

/** Returns the names of the buttons of a `Pagination` that lead to the page before and after, which show only an arrow. */
export function usePageControls(): (control: string) => { 'aria-label': string } {
  const t = useCommonTexts().table;
  return (control) => ({ 'aria-label': control === 'previous' ? t.previous : t.next });
}
