import { PackingList } from './packing-list.tsx';
import { StoreGift } from './store-gift.tsx';

interface StoreGiftsProps {
  part: 'gift' | 'packing';
  store: number;
  offer: number;
  currency: string;
}

/** What a campaign gives, and its packing list. They are one file, because pages load few. */
export default function StoreGifts({ part, store, offer, currency }: StoreGiftsProps) {
  return part === 'gift' ? (
    <StoreGift offer={offer} currency={currency} />
  ) : (
    <PackingList store={store} offer={offer} />
  );
}
