import { describe, expect, test } from 'vitest';
import { classifyRequest, isSocialReferrer } from './classify.ts';
import { ClickClass } from './click-classes.ts';

const { counted, bot, prefetch, embedded } = ClickClass;
const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const IPHONE = `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) ${WEBKIT}`;
const ANDROID_VIEW =
  'Mozilla/5.0 (Linux; Android 14; SM-S918B Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/125.0.6422.147 Mobile Safari/537.36';
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Safari/537.36';

const BROWSERS: [string, string][] = [
  ['Chrome, Windows', CHROME],
  ['Chrome, macOS', CHROME.replace('Windows NT 10.0; Win64; x64', 'Macintosh; Intel Mac OS X 10_15_7')],
  ['Chrome, Linux', CHROME.replace('Windows NT 10.0; Win64; x64', 'X11; Linux x86_64')],
  ['Chrome OS', CHROME.replace('Windows NT 10.0; Win64; x64', 'X11; CrOS x86_64 14541.0.0')],
  [
    'Chrome, Android',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Mobile Safari/537.36',
  ],
  ['Chrome, iPhone', `${IPHONE} CriOS/125.0.6422.80 Mobile/15E148 Safari/604.1`],
  ['Edge', `${CHROME} Edg/125.0.0.0`],
  ['Opera', `${CHROME} OPR/111.0.0.0`],
  ['Vivaldi', `${CHROME} Vivaldi/6.7.3329.35`],
  ['Yandex Browser', `${CHROME.replace('Safari', 'YaBrowser/24.4.0.0 Safari')}`],
  ['Firefox, Windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:126.0) Gecko/20100101 Firefox/126.0'],
  ['Firefox, Ubuntu', 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0'],
  ['Firefox, Android', 'Mozilla/5.0 (Android 14; Mobile; rv:126.0) Gecko/126.0 Firefox/126.0'],
  ['Firefox, iPhone', `${IPHONE} FxiOS/126.0 Mobile/15E148 Safari/605.1.15`],
  ['Safari, macOS', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/17.5 Safari/605.1.15`],
  ['Safari, iPhone', `${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`],
  ['Safari, iPad', `Mozilla/5.0 (iPad; CPU OS 16_7 like Mac OS X) ${WEBKIT} Version/16.6 Mobile/15E148 Safari/604.1`],
  [
    'Samsung Internet',
    'Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
  ],
  ['Google app, iPhone', `${IPHONE} GSA/317.0.634488990 Mobile/15E148 Safari/604.1`],
  ['DuckDuckGo, iPhone', `${IPHONE} Version/17.5 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15`],
  [
    'UC Browser',
    'Mozilla/5.0 (Linux; U; Android 12; en-US; CPH2269) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.58 UCBrowser/13.6.8.1318 Mobile Safari/537.36',
  ],
  [
    'MIUI Browser',
    'Mozilla/5.0 (Linux; U; Android 13; sv-se; 2201116SG) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/112.0.5615.136 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.9.1-gn',
  ],
  [
    'Huawei Browser',
    'Mozilla/5.0 (Linux; Android 12; HarmonyOS; NOH-NX9; HMSCore 6.13.0.322) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.5735.196 HuaweiBrowser/15.0.4.312 Mobile Safari/537.36',
  ],
  [
    'Amazon Silk',
    'Mozilla/5.0 (Linux; Android 9; KFTRWI) AppleWebKit/537.36 (KHTML, like Gecko) Silk/124.3.1 like Chrome/124.0.6367.207 Safari/537.36',
  ],
  ['Internet Explorer 11', 'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko'],
  ['WhatsApp’s in-app view, iPhone (a plain web view)', `${IPHONE} Mobile/15E148`],
  [
    'Cubot phone (a device, not a bot)',
    'Mozilla/5.0 (Linux; Android 11; CUBOT NOTE 20 PRO) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36',
  ],
];

const IN_APP: [string, string][] = [
  [
    'Instagram, iPhone',
    `${IPHONE} Mobile/21F90 Instagram 334.0.4.32.98 (iPhone15,3; iOS 17_5_1; sv_SE; sv; scale=3.00; 1290x2796; 604909403)`,
  ],
  [
    'Instagram, Android',
    `${ANDROID_VIEW} Instagram 334.0.0.42.95 Android (34/14; 600dpi; 1440x3088; samsung; SM-S918B; dm3q; qcom; sv_SE; 604247854)`,
  ],
  [
    'Threads, iPhone',
    `${IPHONE} Mobile/21F90 Barcelona 334.0.0.30.109 (iPhone15,2; iOS 17_5_1; en_US; en; scale=3.00; 1179x2556; 604909403)`,
  ],
  [
    'Facebook, iPhone',
    `${IPHONE} Mobile/21F90 [FBAN/FBIOS;FBAV/467.0.0.39.106;FBBV/602806352;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/17.5.1;FBSS/3;FBID/phone;FBLC/sv_SE;FBOP/5]`,
  ],
  ['Facebook, Android', `${ANDROID_VIEW} [FB_IAB/FB4A;FBAV/467.0.0.54.81;]`],
  [
    'Messenger, iPhone',
    `${IPHONE} Mobile/21F90 [FBAN/MessengerLiteForiOS;FBAV/460.0.0.33.105;FBBV/601;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/17.5.1;FBLC/en_US]`,
  ],
  [
    'TikTok, iPhone',
    `${IPHONE} Mobile/15E148 musical_ly_34.9.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/sv Region/SE isDarkMode/1 WKWebView/1 BytedanceWebview/d8a21c6`,
  ],
  [
    'TikTok, Android',
    `${ANDROID_VIEW} trill_340903 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/musical_ly app_version/34.9.3 ByteLocale/sv ByteFullLocale/sv Region/SE BytedanceWebview/d8a21c6`,
  ],
  ['Snapchat, iPhone', `${IPHONE} Mobile/21F90 Snapchat/12.90.0.40 (like Safari/8618.2.12.10.9, panda)`],
  ['Snapchat, Android', `${ANDROID_VIEW} Snapchat/12.90.0.42 (SM-S918B; Android 14#S918BXXS5BXE4#34; gzip; )`],
  ['Pinterest, iPhone', `${IPHONE} Mobile/21F90 [Pinterest/iOS]`],
  ['Pinterest, Android', `${ANDROID_VIEW} [Pinterest/Android]`],
  ['LinkedIn, iPhone', `${IPHONE} Mobile/21F90 [LinkedInApp]/9.29.8962`],
  ['LinkedIn, Android', `${ANDROID_VIEW} [LinkedInApp]`],
  ['X, iPhone', `${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1 Twitter for iPhone/10.44`],
  ['X, Android', `${ANDROID_VIEW} TwitterAndroid`],
  ['Reddit, iPhone', `${IPHONE} Mobile/15E148 Reddit/Version 2024.22.0/Build 613665/iOS Version 17.5.1 (Build 21F90)`],
];

const CRAWLERS: [string, string][] = [
  ['Googlebot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  [
    'Googlebot smartphone',
    'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.6422.154 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  ],
  ['AdsBot-Google', 'AdsBot-Google (+http://www.google.com/adsbot.html)'],
  [
    'Google Read Aloud',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Safari/537.36 (compatible; Google-Read-Aloud; +https://support.google.com/webmasters/answer/1061943)',
  ],
  [
    'bingbot',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/125.0.0.0 Safari/537.36',
  ],
  ['YandexBot', 'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)'],
  ['Baiduspider', 'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)'],
  ['DuckDuckBot', 'DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)'],
  [
    'Applebot',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) ${WEBKIT} Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)`,
  ],
  ['AhrefsBot', 'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)'],
  ['SemrushBot', 'Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)'],
  ['GPTBot', 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; GPTBot/1.1; +https://openai.com/gptbot'],
  [
    'ChatGPT-User',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot',
  ],
  [
    'ClaudeBot',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
  ],
  ['CCBot', 'CCBot/2.0 (https://commoncrawl.org/faq/)'],
  [
    'Bytespider',
    'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)',
  ],
  ['Internet Archive', 'Mozilla/5.0 (compatible; archive.org_bot +http://archive.org/details/archive.org_bot)'],
];

const PREVIEWS: [string, string][] = [
  ['Facebook link preview', 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
  ['Meta crawler', 'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)'],
  [
    'iMessage link preview',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
  ],
  ['Twitterbot', 'Twitterbot/1.0'],
  ['LinkedInBot', 'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)'],
  ['Slackbot', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'],
  ['Discordbot', 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)'],
  ['TelegramBot', 'TelegramBot (like TwitterBot)'],
  ['WhatsApp', 'WhatsApp/2.23.20.0 A'],
  ['Skype', 'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com'],
  ['Pinterestbot', 'Mozilla/5.0 (compatible; Pinterestbot/1.0; +https://www.pinterest.com/bot.html)'],
  ['Snap preview', 'Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots'],
  ['redditbot', 'Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)'],
  ['LINE', 'facebookexternalhit/1.1;line-poker/1.0'],
  ['Signal', 'WhatsApp/2'],
  ['Mastodon', 'Mastodon/4.3.0 (http.rb/5.2.0; +https://mastodon.social/) Bot'],
  ['Bluesky', 'Mozilla/5.0 (compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app)'],
  ['Viber', 'Viber/21.0.0 link preview'],
  ['Embedly', 'Mozilla/5.0 (compatible; Embedly/0.2; +http://support.embed.ly/)'],
];

const PROGRAMS: [string, string][] = [
  ['curl', 'curl/8.5.0'],
  ['Wget', 'Wget/1.21.4'],
  ['python-requests', 'python-requests/2.31.0'],
  ['aiohttp', 'Python/3.11 aiohttp/3.9.5'],
  ['Go', 'Go-http-client/2.0'],
  ['Java', 'Java/17.0.10'],
  ['Apache HttpClient', 'Apache-HttpClient/4.5.14 (Java/17.0.10)'],
  ['okhttp', 'okhttp/4.12.0'],
  ['axios', 'axios/1.7.2'],
  ['node-fetch', 'node-fetch/1.0 (+https://github.com/bitinn/node-fetch)'],
  ['Node’s own fetch', 'node'],
  ['undici', 'undici'],
  ['libwww-perl', 'libwww-perl/6.72'],
  ['Guzzle', 'GuzzleHttp/7'],
  ['PostmanRuntime', 'PostmanRuntime/7.39.0'],
  ['Scrapy', 'Scrapy/2.11.2 (+https://scrapy.org)'],
  ['headless Chrome', CHROME.replace('Chrome/', 'HeadlessChrome/')],
  [
    'PhantomJS',
    'Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) PhantomJS/2.1.1 Safari/538.1',
  ],
  ['Lighthouse', `${CHROME} Chrome-Lighthouse`],
  ['UptimeRobot', 'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)'],
  ['Pingdom', 'Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)'],
  [
    'StatusCake',
    'Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/98.0.4758.102 Safari/537.36 StatusCake',
  ],
  ['Datadog Synthetics', 'Datadog/Synthetics'],
  ['Site24x7', 'Site24x7'],
  ['Kubernetes probe', 'kube-probe/1.29'],
  ['ELB health check', 'ELB-HealthChecker/2.0'],
  ['W3C link checker', 'W3C-checklink/5.0 libwww-perl/6.72'],
  ['no name, white space', '   '],
];

const seen = (userAgent: string, headers: Record<string, string> = {}, method = 'GET') =>
  classifyRequest(method, { 'user-agent': userAgent, ...headers });

describe('by its user agent', () => {
  test.each(BROWSERS)('%s is a person, from no social network', (_, userAgent) => {
    expect(seen(userAgent)).toMatchObject({ class: counted, source: 0 });
  });
  test.each(IN_APP)('the in-app browser of %s is a person from a social network', (_, userAgent) => {
    expect(seen(userAgent)).toMatchObject({ class: counted, source: 1 });
  });
  test.each(CRAWLERS)('%s is a crawler', (_, userAgent) => {
    expect(seen(userAgent).class).toBe(bot);
  });
  test.each(PREVIEWS)('%s makes previews of links', (_, userAgent) => {
    expect(seen(userAgent).class).toBe(bot);
  });
  test.each(PROGRAMS)('%s is a program', (_, userAgent) => {
    expect(seen(userAgent).class).toBe(bot);
  });
  test('a request without one is a bot', () => {
    expect(classifyRequest('GET', {}).class).toBe(bot);
    expect(seen('').class).toBe(bot);
  });
  test('a very long one is judged by its beginning, and quickly', () => {
    expect(seen(`${CHROME} ${'x'.repeat(60_000)}`)).toMatchObject({ class: counted, source: 0 });
  });
  test('the result is the same when it is repeated, and after thousands of others', () => {
    for (let other = 0; other < 6_000; other++) seen(`${CHROME} Build/${other}`);
    expect(seen(CHROME)).toMatchObject({ class: counted, source: 0 });
    expect(seen('Googlebot/2.1').class).toBe(bot);
  });
});

describe('requests ahead of a navigation', () => {
  test.each([
    ['Chrome’s prefetch', { 'sec-purpose': 'prefetch', purpose: 'prefetch' }],
    ['Chrome’s prerender', { 'sec-purpose': 'prefetch;prerender' }],
    ['Chrome’s private prefetch', { 'sec-purpose': 'prefetch;anonymous-client-ip' }],
    ['older Chrome', { purpose: 'prefetch' }],
    ['Firefox since 115', { 'sec-purpose': 'prefetch' }],
    ['older Firefox', { 'x-moz': 'prefetch' }],
    ['Safari’s Top Sites', { 'x-purpose': 'preview' }],
    ['older Safari', { purpose: 'preview' }],
    ['a capital letter', { 'sec-purpose': 'Prefetch' }],
    ['two headers that disagree', { 'sec-purpose': '', purpose: 'prefetch' }],
  ])('%s', (_, headers) => {
    expect(seen(CHROME, headers).class).toBe(prefetch);
  });
  test('HEAD', () => {
    expect(seen(CHROME, {}, 'HEAD').class).toBe(prefetch);
  });
  test('is a bot’s when a bot does it', () => {
    expect(seen('Googlebot/2.1', { 'sec-purpose': 'prefetch' }, 'HEAD').class).toBe(bot);
  });
  test('is not a request with another purpose', () => {
    expect(seen(CHROME, { 'sec-purpose': 'navigate', 'x-purpose': 'other' }).class).toBe(counted);
  });
});

describe('requests that a page makes by itself', () => {
  /** As browsers send them: destination, mode, site. */
  const fetched = (dest: string | null, mode: string | null, site: string | null = 'cross-site') => ({
    ...(dest === null ? {} : { 'sec-fetch-dest': dest }),
    ...(mode === null ? {} : { 'sec-fetch-mode': mode }),
    ...(site === null ? {} : { 'sec-fetch-site': site }),
  });

  test.each([
    ['<img>', fetched('image', 'no-cors')],
    ['<img crossorigin>', fetched('image', 'cors')],
    ['<iframe>', fetched('iframe', 'navigate')],
    ['<frame>', fetched('frame', 'navigate')],
    ['<fencedframe>', fetched('fencedframe', 'navigate')],
    ['<object>', fetched('object', 'navigate')],
    ['<embed>', fetched('embed', 'navigate')],
    ['<script>', fetched('script', 'no-cors')],
    ['<link rel=stylesheet>', fetched('style', 'no-cors')],
    ['<video>', fetched('video', 'no-cors')],
    ['fetch() and sendBeacon()', fetched('empty', 'no-cors')],
    ['fetch() with CORS', fetched('empty', 'cors')],
    ['an iframe in Chrome 76 to 79, which named no destination', fetched(null, 'nested-navigate')],
    ['a picture in Chrome 76 to 79', fetched(null, 'no-cors')],
    ['fetch() in Chrome 76 to 79', fetched(null, 'cors')],
    ['a mode alone', fetched(null, 'no-cors', null)],
    ['a destination alone', fetched('image', null, null)],
    ['capitals', fetched('Image', 'No-CORS')],
    ['two headers that were joined', fetched('document, image', 'navigate')],
    ['an empty destination', fetched('', 'navigate')],
  ])('%s', (_, headers) => {
    expect(seen(CHROME, headers).class).toBe(embedded);
  });

  test.each([
    ['a click on a link', { ...fetched('document', 'navigate'), 'sec-fetch-user': '?1' }],
    ['a click in Chrome 76 to 79', fetched(null, 'navigate')],
    ['capitals and spaces', fetched(' Document', 'NAVIGATE ', 'none')],
    ['a browser that sends no such headers', {}],
    ['Node’s fetch, which names no site', fetched(null, 'cors', null)],
  ])('is not %s', (_, headers) => {
    expect(seen(CHROME, headers).class).toBe(counted);
  });

  test('is a bot’s when a bot makes it, and a prefetch when the browser declares it', () => {
    expect(seen('Googlebot/2.1', fetched('image', 'no-cors')).class).toBe(bot);
    expect(seen(CHROME, { ...fetched('empty', 'no-cors'), 'sec-purpose': 'prefetch' }).class).toBe(prefetch);
  });

  test('keeps its source', () => {
    expect(seen(CHROME, { ...fetched('image', 'no-cors'), referer: 'https://t.co/a' })).toMatchObject({
      class: embedded,
      source: 1,
    });
  });
});

describe('a referrer', () => {
  test.each([
    'https://facebook.com/',
    'https://www.facebook.com/somebody/posts/1',
    'https://l.facebook.com/l.php?u=https%3A%2F%2Fx.test',
    'http://lm.facebook.com/',
    'https://m.facebook.com',
    'https://l.instagram.com/?u=https%3A%2F%2Fx.test&e=AT0',
    'https://www.instagram.com/p/abc/',
    'https://t.co/Abc123',
    'https://x.com/somebody/status/1',
    'https://mobile.twitter.com/',
    'https://www.tiktok.com/@somebody',
    'https://vm.tiktok.com/ZM1/',
    'https://www.youtube.com/redirect?event=video_description',
    'https://youtu.be/abc',
    'https://www.pinterest.com/pin/1/',
    'https://www.pinterest.se/pin/1/',
    'https://www.pinterest.co.uk/',
    'https://pinterest.com.au/',
    'https://www.snapchat.com/',
    'https://www.linkedin.com/feed/',
    'https://lnkd.in/abc',
    'https://out.reddit.com/t3_abc',
    'https://old.reddit.com/r/a',
    'https://www.threads.net/@somebody',
    'https://l.threads.com/?u=x',
    'https://go.bsky.app/redirect?u=x',
    'https://t.umblr.com/redirect?z=x',
    'https://www.twitch.tv/somebody',
    'https://away.vk.com/',
    'https://linktr.ee/somebody',
    'https://WWW.FACEBOOK.COM/',
    'https://www.facebook.com:443/',
    'https://www.facebook.com./',
    'https://facebook.com?x',
    'android-app://com.instagram.android/',
    'android-app://com.facebook.katana',
    'android-app://com.zhiliaoapp.musically/',
    'android-app://com.pinterest/',
    'android-app://com.twitter.android/',
    'android-app://com.linkedin.android/',
    'android-app://com.reddit.frontpage/',
    'android-app://com.facebook.orca/',
    'android-app://com.facebook.lite/',
    'android-app://com.instagram.barcelona/',
    'android-app://com.ss.android.ugc.trill/',
    'android-app://com.tumblr/',
  ])('%s is a social network', (referrer) => {
    expect(isSocialReferrer(referrer)).toBe(true);
    expect(seen(CHROME, { referer: referrer })).toMatchObject({ class: counted, source: 1 });
  });

  test.each([
    'https://notfacebook.com/',
    'https://facebook.com.evil.test/',
    'https://facebook.com.evil.test/facebook.com',
    'https://evil.test/?from=facebook.com',
    'https://evil.test/#https://facebook.com/',
    'https://evil.test/https://facebook.com/',
    'https://facebook.com@evil.test/',
    'https://facebook.com:x@evil.test/',
    'https://my-instagram.com/',
    'https://instagram.com.se/',
    'https://at.co/',
    'https://best.co/',
    'https://box.com/',
    'https://netflix.com/',
    'https://pinterest.evil.test/',
    'https://pinterest.x.io/',
    'https://notpinterest.com/',
    'https://facebook.evil/',
    'ftp://facebook.com/',
    'javascript:facebook.com',
    'android-app://com.facebook.katana.evil/',
    'android-app://com.google.android.gm/',
    'android-app://com.google.android.googlequicksearchbox/',
    'https://www.google.com/',
    'https://blog.example.test/post',
    'facebook.com',
    'about:blank',
    'https://',
    'https://.',
    '',
  ])('%s is not', (referrer) => {
    expect(isSocialReferrer(referrer)).toBe(false);
    expect(seen(CHROME, { referer: referrer }).source).toBe(0);
  });

  test('of a bot is stored with it', () => {
    expect(seen('Googlebot/2.1', { referer: 'https://t.co/a' })).toMatchObject({ class: bot, source: 1 });
  });
});
