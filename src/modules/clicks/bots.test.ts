import { describe, expect, test } from 'vitest';
import { isBotAgent } from './bots.ts';

/** Of our own making, each in the form of what a published list calls a person's. */
const ANDROID = (model: string, more = '') =>
  `Mozilla/5.0 (Linux; Android 9; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.0.0 Mobile Safari/537.36${more}`;
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

describe('A person uses', () => {
  test.each([
    [
      'WeChat on Android',
      ANDROID(
        'AB-AL00 Build/ABC; wv',
        ' XWEB/1 MicroMessenger/8.0.1(0x2800) Process/toolsmp WeChat/arm64 NetType/WIFI',
      ),
    ],
    [
      'WeChat on an older Android',
      ANDROID('AB-AL00 Build/ABC; wv', ' MicroMessenger/7.0.1(0x2700) Process/tools NetType/4G'),
    ],
    ['WeChat on an iPhone', `${IPHONE} Mobile/15E148 MicroMessenger/8.0.49(0x18003137) NetType/WIFI Language/zh_CN`],
    ['a phone named Discovery', ANDROID('General Discovery II Build/KOT49H')],
    ['a phone named Newsday', ANDROID('Newsday_A1')],
    ['a phone named Newsday with a locale', ANDROID('de-de; Newsday N1 Build/LMY47D')],
    ['a phone with a robot in its name', ANDROID('B BOT 550 Build/MRA58K')],
    ['a phone named Radar', ANDROID('Superion Radar Deluxe Build/NRD90M')],
    ['a phone of Cubot', ANDROID('CUBOT NOTE 20')],
    [
      'Facebook on a phone by Google',
      ANDROID('Pixel 8 Build/A; wv', ' [FBAN/EMA;FBAV/1.0;FBMF/Google;FBBD/google;FBDV/Pixel 8;FBCR/Telekom.de]'),
    ],
    ['Sogou’s browser', ANDROID('TLA001 Build/QP1A; wv', ' SogouMSE,SogouMobileBrowser/6.1.5')],
    [
      'a television',
      'Opera/9.80 (Linux mips; U; HbbTV/1.1.1 (; Maker; HD; 1.0; 1.0; ); CE-HTML/1.0; en) Presto/2.9.167 Version/11.50',
    ],
    [
      'another television',
      'Mozilla/5.0 (Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/84.0.1.1 Safari/537.36 OPR/46.0.1.0 OMI/4.21.4.Catcher4.49 VIDAA/5.0',
    ],
    ['UC Browser on an old iPhone', 'dv(iPh10,1);pr(UCBrowser/11.3.5.1203);ov(15_5);ss(375x667);bt(GJ);'],
    [
      'a telephone with keys',
      'Maker-B100 MIDP-2.0/CLDC-1.1 Browser/Opera (HTTPS) Profile/MIDP-2.0 Configuration/CLDC-1.1',
    ],
    ['another one', 'Maker61D_HW (MRE/3.1.00(64);MAUI/Maker_S108;LCD/240320;WAP Browser/MAUI ();)'],
    [
      'Bada',
      'Mozilla/5.0 (SAMSUNG; SAMSUNG-GT-S5330/XXJJ1; U; Bada/1.0; it-it) AppleWebKit/533.1 (KHTML, like Gecko) Dolfin/2.0 Mobile',
    ],
    [
      'Windows Phone',
      'Mozilla/5.0 (compatible; MSIE 9.0; Windows Phone OS 7.5; Trident/5.0; IEMobile/9.0; HTC; Radar C110e)',
    ],
  ])('%s', (_, userAgent) => {
    expect(isBotAgent(userAgent)).toBe(false);
  });
});

describe('A program says that it is', () => {
  test.each([
    ['Dart', 'Dart/3.1 (dart:io)'],
    ['PowerShell', 'Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1.22621'],
    ['jsdom', 'Mozilla/5.0 (linux) AppleWebKit/537.36 (KHTML, like Gecko) jsdom/22.1.0'],
    [
      'a measuring service',
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/117.0.0.0 Safari/537.36 GTmetrix',
    ],
    [
      'a scanner',
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/60.0 Safari/537.36 Assetnote/1.0.0',
    ],
    [
      'an assistant',
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Amzn-User/0.1) Chrome/119.0.1.1 Safari/537.36',
    ],
    [
      'a crawler as a phone',
      ANDROID('Nexus 5X Build/MMB29P', ' (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'),
    ],
    ['a crawler in a model’s place', ANDROID('AdsBot Build/1')],
    ['a crawler in a model’s place, with its version', ANDROID('Shopbot/1.0')],
    [
      'a crawler as a telephone with keys',
      'Maker-E250/1.0 Profile/MIDP-2.0 Configuration/CLDC-1.1 (compatible; Googlebot-Mobile/2.1)',
    ],
    ['a crawler within Facebook’s brackets', `${IPHONE} Mobile/15E148 [FBAN/shopbot;FBAV/1.0]`],
    ['Facebook’s own', 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
    ['Sogou’s crawler', 'Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)'],
    ['a monitor', 'Maker9000/4.6 Profile/MIDP-2.0 Configuration/CLDC-1.1 ips-agent'],
    ['a search index', 'amazon-kendra-customer-id-1'],
    ['tools', 'SomeTools/1.0 (tools)'],
  ])('%s', (_, userAgent) => {
    expect(isBotAgent(userAgent)).toBe(true);
  });
});
