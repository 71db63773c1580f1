/** A kind of channel. Its pages are at `host`, and the text before the name in their paths is `before`; a channel without a host is an own page. */
interface Platform {
  host?: string;
  before?: string;
  /** The names that the platform permits. */
  name?: RegExp;
}

/** Where creators publish, in the order of the console. */
export const PLATFORMS = [
  'instagram',
  'tiktok',
  'youtube',
  'twitch',
  'pinterest',
  'blog',
  'newsletter',
  'podcast',
] as const;
export type PlatformName = (typeof PLATFORMS)[number];

const OF: Record<PlatformName, Platform> = {
  instagram: { host: 'www.instagram.com', before: '/', name: /^[\w.]{1,30}$/ },
  tiktok: { host: 'www.tiktok.com', before: '/@', name: /^[\w.]{2,24}$/ },
  youtube: { host: 'www.youtube.com', before: '/@', name: /^[\p{L}\p{N}_.·-]{3,30}$/u },
  twitch: { host: 'www.twitch.tv', before: '/', name: /^\w{3,25}$/ },
  pinterest: { host: 'www.pinterest.com', before: '/', name: /^\w{3,30}$/ },
  blog: {},
  newsletter: {},
  podcast: {},
};

/** A channel as its owner has named it. */
export interface NamedChannel {
  platform: PlatformName;
  /** The name at the platform without `@`, or host and path of an own page. */
  identifier: string;
  /** The address of its page. */
  url: string;
}

/** Whether a channel is a page of its owner's, which may have a domain of its own, and not a page of a platform. */
export const isOwnPage = (platform: PlatformName): boolean => OF[platform].host === undefined;

/**
 * Reads a channel from its name or address.
 * @param typed such as `@anna`, `instagram.com/anna` or `https://anna.example/blog`
 * @returns null when it is neither a name of the platform nor an address of its pages, or not a web address
 */
export function readChannel(platform: PlatformName, typed: string): NamedChannel | null {
  const { host, before = '', name } = OF[platform];
  const text = typed.trim();
  if (host === undefined) {
    const url = addressOf(text);
    if (url === null || url.port !== '' || !url.hostname.includes('.')) return null;
    const path = url.pathname.replace(/\/+$/, '');
    return { platform, identifier: `${url.hostname}${path}`, url: `${url.protocol}//${url.hostname}${path || '/'}` };
  }
  const identifier = text.includes('/') ? nameAt(addressOf(text), host, before) : text.replace(/^@/, '');
  if (identifier === null || !name!.test(identifier)) return null;
  return { platform, identifier, url: `https://${host}${before}${encodeURI(identifier)}` };
}

/** The name in an address of the platform's; a trailing slash, a query and further parts of the path do not matter. */
function nameAt(url: URL | null, host: string, before: string): string | null {
  if (url === null || withoutWww(url.hostname) !== withoutWww(host)) return null;
  if (!url.pathname.startsWith(before)) return null;
  try {
    return decodeURIComponent(url.pathname.slice(before.length).split('/')[0]!);
  } catch {
    return null;
  }
}

const withoutWww = (host: string) => host.replace(/^(?:www|m)\./, '');

/** A web address without a name or password of a user; `https` where none is typed. */
function addressOf(text: string): URL | null {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  return url;
}
