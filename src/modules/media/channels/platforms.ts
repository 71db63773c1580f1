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

/** Where something was published: the platform, and the channel that the address names. */
export interface Post {
  /** The address, without its fragment. */
  url: string;
  /** `other`: a platform that creators have no channels at, or a page of its own. */
  platform: PlatformName | 'other';
  /** The name of the channel at a platform; null: the address does not name it, or it is not at a platform. */
  account: string | null;
  /** Host and path, as the identifier of an own page begins. */
  page: string;
}

/** Further hosts of the platforms. */
const SHORT_HOSTS: Readonly<Record<string, PlatformName>> = {
  'youtu.be': 'youtube',
  'vm.tiktok.com': 'tiktok',
  'vt.tiktok.com': 'tiktok',
  'clips.twitch.tv': 'twitch',
  'pin.it': 'pinterest',
};
/** The first parts of paths that are not names of channels, and whether the name follows. */
const NOT_NAMES: Readonly<Record<string, boolean>> = {
  p: false,
  reel: false,
  reels: false,
  tv: false,
  share: false,
  explore: false,
  videos: false,
  directory: false,
  pin: false,
  stories: true,
};

/**
 * Reads where an address of a post is.
 * @param text an absolute web address
 * @returns null when it is no web address, or contains a name or a password of a user
 */
export function readPost(text: string): Post | null {
  const url = addressOf(text.trim());
  if (url === null) return null;
  url.hash = '';
  const host = withoutWww(url.hostname);
  const page = `${url.hostname}${url.pathname}`;
  const short = SHORT_HOSTS[host];
  if (short !== undefined) return { url: url.href, platform: short, account: null, page };
  const platform = PLATFORMS.find((one) => OF[one].host !== undefined && withoutWww(OF[one].host) === host);
  if (platform === undefined) return { url: url.href, platform: 'other', account: null, page };
  const { before = '', name } = OF[platform];
  const first = nameAt(url, host, before);
  const isFollowed = first === null ? undefined : NOT_NAMES[first.toLowerCase()];
  const named = isFollowed === true ? (url.pathname.split('/')[2] ?? null) : isFollowed === false ? null : first;
  return { url: url.href, platform, account: named !== null && name!.test(named) ? named : null, page };
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
