import { useListNavigation } from '../../components/use-list-navigation.ts';
import { readId } from '../components/list-search.ts';
import { CreatorPicker } from '../components/person-picker.tsx';
import { StorePicker } from '../components/store-picker.tsx';
import { useMarketTexts } from './texts.ts';

const idOf = (value: number | undefined) => (value === undefined ? null : String(value));

/** The filter of a list by store. */
export function StoreFilter({ value }: { value: number | undefined }) {
  const t = useMarketTexts();
  const { narrow } = useListNavigation();
  return <StorePicker label={t.store} value={idOf(value)} onChange={(id) => narrow({ store: readId(id) })} />;
}

/** The filter of a list by creator. */
export function CreatorFilter({ value }: { value: number | undefined }) {
  const t = useMarketTexts();
  const { narrow } = useListNavigation();
  return <CreatorPicker label={t.creator} value={idOf(value)} onChange={(id) => narrow({ creator: readId(id) })} />;
}
