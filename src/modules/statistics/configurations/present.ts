import type { Static } from 'typebox';
import { legacyFlag, legacyTime } from '../../../platform/legacy-values.ts';
import type { StatsConfiguration } from './configuration.ts';
import type { StatsConfigurationRecord } from './schemas.ts';

export function presentConfiguration(configuration: StatsConfiguration): Static<typeof StatsConfigurationRecord> {
  const { id, storeId, name, data, isDefault, createdAt, updatedAt } = configuration;
  return {
    id,
    store_id: storeId,
    name,
    data,
    default: legacyFlag(isDefault),
    created_at: legacyTime(createdAt),
    updated_at: legacyTime(updatedAt),
  };
}
