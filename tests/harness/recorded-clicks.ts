import { createHash } from 'node:crypto';
import type { Click } from '../../src/modules/clicks/batch.ts';
import type { ClickClass } from '../../src/modules/clicks/click-classes.ts';
import { ClickDatabase } from '../../src/modules/clicks/click-database.ts';
import { newClickId } from '../../src/modules/clicks/click-id.ts';
import type { Source } from '../../src/modules/clicks/profile.ts';
import { Profiles } from '../../src/modules/clicks/profiles.ts';
import type { Calendar } from '../../src/platform/calendar.ts';
import { afterThisFile } from './clean-up.ts';
import type { TestDatabase } from './database.ts';
import { PATIENT } from './timeouts.ts';

/** A click to record; the default is a counted click of a new visitor without a country. */
export interface ArrivingClick {
  code: string;
  at: Date;
  visitor?: string;
  class?: ClickClass;
  source?: Source;
  /** In the form of `packDeviceCountry`; absent for a click of an earlier version. */
  deviceCountry?: number;
}

/** Records clicks through the real click log, at any instant: priced, deduplicated and totalled as those of the redirect. */
export function clickRecorder(
  { pool, url }: TestDatabase,
  calendar: Calendar,
): (clicks: readonly ArrivingClick[]) => Promise<void> {
  const profiles = new Profiles(pool, 1_000);
  const log = new ClickDatabase(url, profiles, PATIENT);
  afterThisFile(() => log.disconnect());
  let visitors = 0;
  return async (arriving) => {
    if (arriving.length === 0) return;
    const known = await profiles.reload([...new Set(arriving.map(({ code }) => code))], 0);
    const clicks = arriving.map(({ code, at, visitor, class: given = 0, source = 0, deviceCountry }): Click => {
      visitors += 1;
      return {
        id: newClickId(at.getTime()),
        profile: known.get(code)!,
        day: calendar.dayOf(at.getTime()),
        visitor: createHash('sha256')
          .update(visitor ?? `nobody ${visitors}`)
          .digest('hex')
          .slice(0, 32),
        class: given,
        source,
        deviceCountry,
      };
    });
    await log.record(clicks, false);
  };
}
