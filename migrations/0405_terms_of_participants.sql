-- What applies to one participant is read without what applies to the others (effective_prices, terms_of_participant).
CREATE INDEX prices_store_participant ON prices (store_id, participant_id);
CREATE INDEX vouchers_user ON vouchers (user_id, store_id) WHERE user_id IS NOT NULL;
