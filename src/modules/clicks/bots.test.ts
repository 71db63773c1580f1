import { describe, expect, test } from 'vitest';
import { isBotAgent } from './bots.ts';

/** User agents of our own, each in the form of one that a published list assigns to a person. */
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
    ['a phone whose build is named by its maker', ANDROID('S300 Build/CUBOT')],
    ['a phone of XBot', ANDROID('XBot_Senior Build/ABC')],
    ['a tablet named Spider', ANDROID('Spider 8')],
    [
      'a video app by Google on Android',
      'com.google.android.youtube/20.1.2(Linux; U; Android 13; sv_SE; AB1 Build/TP1A) gzip',
    ],
    [
      'a video app by Google on an iPad',
      'com.google.ios.youtube/20.1.2 (iPad13,1; U; CPU iPadOS 18_5 like Mac OS X; sv_SE)',
    ],
    [
      'a search app by Google',
      'com.google.android.apps.searchlite/1 (Linux; U; Android 9; sv_SE; AB1; Build/P; Cronet/85.0)',
    ],
    [
      'a browser on Google TV',
      'Mozilla/5.0 (Linux GoogleTV 3.2 maker_google_cube Build/A) AppleWebKit/534.24 (KHTML, like Gecko) Chrome/11.0 Safari/534.24',
    ],
    [
      'Google Earth',
      'Mozilla/5.0 (Windows; U; Windows NT 5.1; sv-SE) AppleWebKit/532.4 (KHTML, like Gecko) Google Earth/5.2.1 Safari/532.4',
    ],
    ['a news app', `${IPHONE} AppleNews/601 Version/2.0`],
    ['a news app on a tablet', 'DailyNews/6.0.3 iPad14,4 iPadOS/17.5.1 CFNetwork/1.0 Darwin/23.5.0'],
    [
      'a reader of news with a browser of its own',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_9_2) AppleWebKit/537.74.9 (KHTML, like Gecko) NetNewsWire/3.3.2',
    ],
    ['an app on a Mac', 'Reeder/7 CFNetwork/1500.0.1 Darwin/24.0.0'],
    ['an app on an iPhone', 'ShopNews/1.9 (iPhone; iOS 9.1; Scale/2.00)'],
    ['the download manager of a phone', 'AndroidDownloadManager/9 (Linux; U; Android 9; AB1 Build/XYZ1)'],
    [
      'an app that says its phone',
      'Shop audio/2.0.0 (nl.shop.audio; build:29; Android 12; Sdk:31; Manufacturer:samsung; Model: SM-1) OkHttp/4.9.3',
    ],
    ['an app on a phone of Samsung', 'PageBolt 3.8.10 (samsung, Android 13) on phone (model SM-1)'],
    [
      'Facebook without a browser',
      '[FBAN/FB4A;FBAV/79.0.0.1;FBBV/3;FBDM/{density=1.5,width=480,height=854};FBLC/sv_SE;FBMF/maker;FBDV/A1;]',
    ],
    ['the search app of Sogou', ANDROID('AB1 Build/N; wv', ' SogouSearch Android1.0 version9.0 AppVersion/9')],
    ['an iPhone that says only that', 'iPhone21mini'],
    ['an iPad with its system', 'Apple-iPad4C8/1203.300'],
    ['a watch', 'server-bag [Watch OS,8.0,19R100,Watch6,9]'],
    ['Fire TV', 'Amazon;AFTMM;0123456789abcdef0123456789abcdef;;tpapi;3.200.454'],
    ['a browser on Fire TV', 'smarttv_AFTMM_Build_1234_Chromium_59.0.2883.91'],
    ['a television of Roku', 'RokuOS/20.1.0.1, Ignition X/20.1, Roku'],
    ['a set-top box', 'opera/9.80, M999/0.2_flash (Maker_Broadband,DIW350_TP,Wired)'],
    ['a watch for sports', 'Garmin Forerunner 999/1.0'],
    ['a player for blind people', 'VictorReader Stream 600 sv-se Anna Larsson 5.0'],
    ['an app that names its system', 'RadioShop Android 1.3.21'],
    ['a podcast app', 'AntennaPod/3.1.7'],
    ['a podcast app with the address of its maker', 'PodShop/v5 ( https://podshop.example/; Android podcast app)'],
    ['a telephone with a WAP browser', 'R381 2.0 WAP1.1'],
    ['a telephone that says maker and model', 'Nokia6230i'],
    [
      'a telephone that names its Java',
      'LG-GT401/v10a Browser/Teleca-Q7.1 MMS/LG-MMS-V1.0/1.2 Java/ASVM/1.1 Profile/MIDP-2.1 Configuration/CLDC-1.1',
    ],
    [
      'a telephone that synchronises',
      'CAT-B101 MIDP-2.0/CLDC-1.1 Browser/Opera (HTTPS) Sync/SyncClient1.1 Profile/MIDP-2.0',
    ],
    [
      'Internet Explorer with a frame',
      'Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1; WOW64; Trident/5.0; chromeframe/19.0)',
    ],
    [
      'Palm',
      'Mozilla/4.76 (compatible; MSIE 6.0; U; Windows 95; PalmSource; PalmOS; WebPro; Tungsten Proxyless 1.1 320x320x16)',
    ],
  ])('%s', (_, userAgent) => {
    expect(isBotAgent(userAgent)).toBe(false);
  });
});

describe('A program that declares itself', () => {
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
    ['a browser that scripts steer', 'Mozilla/5.0 (X11; Linux x86_64; rv:21.0) Gecko/20100101 SlimerJS/0.7'],
    [
      'an editor’s assistant',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Code/1.115.0 Chrome/142.0.1.1 Electron/39.8.5 Safari/537.36',
    ],
    ['a monitor of pages', 'Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) HLB/1.2'],
    ['an attack', `Mozilla/5.0 (X11; Linux x86_64)"<?=print(1);?>"`],
    ['a form that nobody filled in', 'Mozilla/5.0 (platform; rv:geckoversion) Gecko/geckotrail Firefox/firefoxversion'],
    ['a preview of WhatsApp', 'WhatsApp/2.99.1.2 A'],
    ['a feed’s parser', 'PodShop/Feed Parser'],
    ['a podcast’s server', 'Castopod/1.0'],
    ['a copier of sites', 'SiteSucker for macOS/9.9.9'],
    [
      'a service behind a phone',
      `${IPHONE} Version/11.0 Mobile/15A372 Safari/604.1 (compatible; shopreview/2.0; +https://shop.example/)`,
    ],
    [
      'a crawler as an old telephone',
      'KDDI-CA31 UP.Browser/6.2.0 (GUI) MMP/2.0 (compatible; mobile search; +http://shop.example/)',
    ],
    ['an updater', 'Microsoft-Delivery-Optimization/10.0'],
    ['a library', 'python-requests/2.31.0'],
  ])('%s', (_, userAgent) => {
    expect(isBotAgent(userAgent)).toBe(true);
  });
});

describe('A program of Office', () => {
  test.each([
    'Mozilla/4.0 (compatible; ms-office; MSOffice 16)',
    'Mozilla/4.0 (compatible; ms-office; MSOffice rmj)',
    'Microsoft Office Word 2014',
    'Microsoft Office Existence Discovery',
    'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Word 16.0.17328; Pro)',
    'Microsoft Office/15.0 (Windows NT 6.1; Microsoft Excel 15.0.4433; Pro)',
    'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; Win64; x64; Trident/7.0; .NET4.0C; Microsoft Outlook 16.0.5200; ms-office; MSOffice 16)',
    'Microsoft Excel/16.78 CFNetwork/1410.1 Darwin/22.6.0',
    'Word/16.93 (Macintosh; Mac OS X Version 14.6.1)',
    'Excel/16.41.20091302 CFNetwork/1128.0.1 Darwin/19.6.0',
    'PowerPoint/16.93 CFNetwork/1568.200.51 Darwin/24.1.0',
    'MacOutlook/16.66.22101101 (Intelx64 Mac OS X Version 12.6)',
    'Outlook-iOS/709.2226530.prod.iphone (3.24.1)',
    'Microsoft-WebDAV-MiniRedir/10.0.19045',
  ])('%s opens an address itself and is no person', (userAgent) => {
    expect(isBotAgent(userAgent)).toBe(true);
  });
});
