/** The page to which an address leads. Null for a network's tracking link that contains no page. */
export function destinationOf(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null) return text;
  const host = url.hostname.replace(/^www\./, '');
  if (host === 'awin1.com' || host.endsWith('.awin1.com')) return pageOf(url, ['ued', 'p']);
  if (host.endsWith('.tradedoubler.com') && url.pathname.startsWith('/click'))
    return pageOf(url, ['url']) ?? inParentheses(url);
  // Adtraction also serves this path on domains of its advertisers.
  if (url.pathname === '/t/t' && ['a', 'as', 't', 'tk'].every((name) => url.searchParams.has(name)))
    return atTheEnd(url) ?? pageOf(url, ['url']);
  return text;
}

function pageOf(url: URL, names: readonly string[]): string | null {
  // Awin's `p` may also be the number of a product.
  const page = names.map((name) => url.searchParams.get(name)).find((value) => value !== null && isPage(value));
  return page ?? null;
}

/** Adtraction's `url` is the last parameter and need not be encoded, so the page may have parameters of its own. */
function atTheEnd({ search }: URL): string | null {
  const page = /[?&]url=(.+)$/.exec(search)?.[1];
  return page !== undefined && isPage(page) ? page : null;
}

const isPage = (text: string): boolean => /^https?:\/\//i.test(text);

/** Tradedoubler's older form: `/click?p(1)a(2)g(3)url(https://…)`. */
function inParentheses(url: URL): string | null {
  const found = /(?:^|[?&)])url\((.+)\)/i.exec(url.search);
  if (found === null) return null;
  try {
    const page = decodeURIComponent(found[1]!);
    return isPage(page) ? page : null;
  } catch {
    return null;
  }
}
