import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Language } from '../../../platform/locale.ts';
import { type Channel, listChannels, type Profile, readProfiles } from '../../media/index.ts';
import { isCreatorShown } from '../publishing/creator-page.ts';
import { listPageLinks, type PageLink } from '../publishing/page-links.ts';

/** What everybody may read of a creator with a public page. */
export interface PublicCreator
  extends Omit<Profile, 'userId' | 'country' | 'isListed' | 'isListedForAgencies' | 'showsResults'> {
  /** The name in the address. */
  pageName: string;
  /** Only proven ones. */
  channels: Pick<Channel, 'platform' | 'identifier' | 'url' | 'statedFollowers'>[];
  /** Only those that visitors see, in the creator's order. */
  links: Pick<PageLink, 'name' | 'title' | 'store'>[];
}

/** Reads a creator by the name of the public page; null when there is none, or it is hidden. Rates are empty unless the creator shows them. */
export async function findPublicCreator(
  { db, now }: Pick<Context, 'db' | 'now'>,
  pageName: string,
  language: Language,
): Promise<PublicCreator | null> {
  const { rows } = await db.execute<{ user_id: number; display_name: string | null; shows_rates: boolean }>(sql`
    SELECT p.user_id, nullif(u.display_name, '') AS display_name, p.shows_rates
    FROM creator_pages p JOIN users u ON u.id = p.user_id WHERE p.name = ${pageName} AND ${isCreatorShown}`);
  const page = rows[0];
  if (page === undefined) return null;
  const [profiles, channels, links] = await Promise.all([
    readProfiles(db, [page.user_id], language),
    listChannels({ db }, page.user_id),
    listPageLinks({ db, now }, page.user_id),
  ]);
  const profile = profiles.get(page.user_id);
  if (profile === undefined) return null;
  return {
    pageName,
    // A username often begins with the e-mail address.
    name: page.display_name ?? pageName,
    bio: profile.bio,
    languages: profile.languages,
    topics: profile.topics,
    rates: page.shows_rates ? profile.rates : [],
    portfolio: profile.portfolio,
    pictureKey: profile.pictureKey,
    channels: channels
      .filter(({ provenAt }) => provenAt !== null)
      .map(({ platform, identifier, url, statedFollowers }) => ({ platform, identifier, url, statedFollowers })),
    links: links.filter(({ isShown }) => isShown).map(({ name, title, store }) => ({ name, title, store })),
  };
}
