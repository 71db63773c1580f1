-- When the parcel was entered. The creator has some days after it to say that nothing has arrived.
ALTER TABLE participant_gifts ADD COLUMN noted_at timestamptz;
