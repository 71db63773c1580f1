-- Commissions that other platforms have paid or recorded, imported as history. Nothing here is owed: no sum, invoice, payout, cap or audit reads this table.

CREATE TABLE imported_commissions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Whose history it is: a store's or a creator's.
  store_id bigint REFERENCES stores,
  user_id bigint REFERENCES users,
  source text NOT NULL CHECK (source IN ('awin', 'adtraction', 'tradedoubler', 'rewardful', 'dub', 'other')),
  -- Its id on the other platform.
  external_id text NOT NULL,
  earned_at timestamptz NOT NULL,
  currency char(3) NOT NULL,
  commission_minor bigint NOT NULL,
  sale_minor bigint,
  status text NOT NULL CHECK (status IN ('pending', 'approved', 'declined', 'paid', 'unknown')),
  order_reference text,
  -- The program of a creator, or the partner of a store, as the file names it.
  partner text,
  imported_at timestamptz NOT NULL,
  -- When an import last changed it.
  updated_at timestamptz NOT NULL,
  CHECK (num_nonnulls(store_id, user_id) = 1),
  UNIQUE NULLS NOT DISTINCT (store_id, user_id, source, external_id)
);
CREATE INDEX imported_commissions_store ON imported_commissions (store_id, earned_at, id) WHERE store_id IS NOT NULL;
CREATE INDEX imported_commissions_user ON imported_commissions (user_id, earned_at, id) WHERE user_id IS NOT NULL;
