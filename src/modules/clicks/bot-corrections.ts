/**
 * Corrections of the published list of bots (the package isbot), found by testing it with published lists of browsers' and programs' user
 * agents, which are not part of this repository. Each entry names the misclassified software. When isbot is updated, an entry whose test
 * passes without it can be removed.
 */

/** Texts in browsers' user agents that the list mistakes for a bot. They are replaced before the list is applied. */
export const INNOCENT: readonly RegExp[] = [
  // WeChat's in-app browser names its process; the list refuses every "tools".
  /\bProcess\/tools(?:mp)?\b/g,
  // A phone's model ("Discovery", "Newsday", "B BOT 550", "Radar"): the text between the version of Android and its build.
  /(?<=\bAndroid [\d.]+; (?:[a-z]{2}[-_][a-z]{2}; )?)[^;()]{1,60}?(?= Build\/|\)|; wv\))/gi,
  // The build of a phone, which its maker may name.
  /(?<=\bBuild\/)CUBOT\b/g,
  // Facebook's and Messenger's in-app browsers name the phone's maker, which is "google" on a Pixel.
  /\[FB[^\]]*\]/g,
  // Apps of Google and those that name its store or its devices.
  /\bcom\.google\.[\w.]+|(?<![a-z])google_(?:ios|cube)\b|\bGoogle(?:PlayStore|Podcasts|Chirp|Hypersonic|\.DriveExtension)\b/gi,
  /\bGoogle (?:TV|Earth(?: Pro)?|Fiber|store)\b|\bGoogle\/[\d.]+(?= AppleWebKit)/g,
  // News apps and the download managers of phones.
  /\b\w{0,30}News(?:Article)?\/(?=\d)|\bAndroidDownloadManager\b|\bQQDownload\b/g,
  // News readers that show a page in their own browser, and an app that contains "()".
  /\b(?:NetNewsWire|QuiteRSS)\/[\d.]+(?=$| Safari)|\bROBLOX Android App [\d.]+ Phone Hybrid\(\)|\[air\.com\.\w+\/[\d.]+\]/g,
  // Televisions: the standards and stores that they support ("CE-HTML/1.0", "GoogleTV").
  /\bHbbTV\/[\d.]+ ?\([^)]*\)|\bCE-HTML\/[\d.]+;?|\bNETTV\/[\d.]+;?|\b\w*GoogleTV\w*/gi,
  // Opera's browser on televisions.
  /\bOMI\/[\w.]+/g,
  // The browser and the search app of Sogou; its crawler is "Sogou web spider".
  /\bSogouM(?:SE|obileBrowser)\b|\bSogouSearch(?= Android)|\b\w*sogousz1\b/g,
  // Systems and models of old phones and players, with the first version of something.
  /\bBada\/[\d.]+;?|\b(?:REX|webOS|BDP\w{1,6}|SAMSUNG-GT-[\w-]{1,20})\/1\.0;/gi,
  // Windows Phones named Radar.
  /\bHTC; Radar\b/g,
  // Internet Explorer with the frame of Chrome, and on a computer named AlphaServer.
  /\bchromeframe(?:\/[\d.]+)?|\bAlphaServer\b/gi,
  // Speed settings of old phones.
  /\bSpeedMode; Proxy\b|\bProxyless\b/g,
];

/** Phones with short user agents. The list treats a user agent without a browser's usual beginning as a program. */
export const PHONES: readonly RegExp[] = [
  // UC Browser on old iPhones, whose user agent is a list of short fields.
  /^(?:pf\(\d+\);la\([\w-]*\);)?dv\([^)]*\);pr\(UCBrowser/,
  // The profile of their Java, their system and the way they read pages.
  /\bMIDP-\d|\bMAUI[ /(]|\bWAP[ -]Browser\b|\bWAP\d\.\d$|\bjava_c_\w+ Linux\//i,
  // Maker and model.
  /^(?:Alcatel|BenQ|BlackBerry|Casio|HTC|Huawei|KDDI|Kyocera|LGE?|MOT|Motorola|NEC|Nokia|Palm|Panasonic|Pantech|Philips|Sagem|SAMSUNG|Sanyo|SEC|Sharp|SIE|Siemens|SonyEricsson|Spice|TECNO|Vodafone|ZTE)[-_ ]?[a-z]{0,12}[-_ ]?[a-z]{0,4}\d[\w.+-]{0,20}(?:$|[ /])/i,
];

/**
 * Apps and devices with short user agents, in the formats of systems, players and apps. They do not apply to a text that
 * also names a program (`AUTOMATIC`).
 */
export const APPS: readonly RegExp[] = [
  // The model of an Apple device, or of a watch, with its system.
  /^(?:Apple-)?i(?:Phone|Pad|Pod ?Touch)\w{0,12}(?:\/[\d.]+)?$|^Watch\d,\d+\/|^server-bag \[/,
  /\bwatchOS\/[\d.]+ model\/Watch\d/,
  // An app on an Apple device: its name and version, and those of the system's network library or of the device.
  /^[^()/]{1,60}(?:\/[\w.]{1,30})? (?:\S{1,40} ){0,3}CFNetwork\/[\d.]+ Darwin\/[\d.]+/,
  /^(?!Mozilla|Opera)[^()]{1,60} \((?:iPhone|iPad|iPod[^;)]*|Mac OS X)(?:;| Version)/,
  /^[^()]{1,60} \((?:iPad|iPhone|Watch)\d+,\d+[;)]/,
  // Apps on Android that name the system, its version and the phone.
  /^(?!Mozilla|Opera)[^()]{1,80} ?\((?:Linux; ?(?:U; )?)?Android[ /]\d[^)]*\)|^2\.1\.0 \(Linux; U; Android/,
  /\bAndroid \d+; Sdk:\d+; Manufacturer:|\bManufacturer\/\w+;ScreenWidth\//,
  /^\w[\w. ]{0,30} \([\w ]{2,20}, (?:Android|iOS) [\d.]+(?:, [\w-]+)?\)|\((?:samsung|iPhone), (?:Android|iOS) [\d.]+\) on phone/,
  // Facebook without a browser's beginning.
  /^\[?FBAN\/\w+;FBAV\/[\d.]+;/,
  // Fire TV, Echo, Sonos and televisions that follow an address for an audio service.
  /^[\w-]+;[\w ]+;[0-9a-f]{32};;tpapi\b|^smarttv_AFT\w/,
  /^RokuOS\/|^Roku\/|^iTunes-AppleTV\/|\bCrKey\/[\d.]+|\(Google Fiber, |^opera\/9\.80, |^WebKit\/[\d.]+, \(CE-HTML/i,
  // Browsers on televisions and set-top boxes whose beginning is not the usual one.
  /^Mozilla\/5\.0\(SmartHub;|^\w+_U_AGENT\/Mozilla\/5\.0 \(Linux; Android/,
  // Watches for sports, and players for blind people.
  /^Garmin (?:fenix|Forerunner) |^VictorReader[ _]/,
  // Apps that name only themselves and their system.
  /^[a-z]\w{1,30}[ /]\(?(?:Android|iOS)\)?(?: \(Download\))?$|^Android_\w{2,30}$|^spotify_\w/i,
  /^[a-z][\w. -]{1,40}[ _/-](?:Android|iOS|macOS)(?:[ /_-][\w.-]{1,20})?$|^[a-z]\w{1,30}(?:Android|iOS)(?:\([\w -]{1,40}\))?$/i,
  // Apps for radio, music and podcasts: these words in a name with a version, a system or nothing else.
  /^(?=[^()]{0,40}(?:pod|cast|radio|music|player|sound|tuner?\b|\bfm\b|stream))[\w.!%-]{2,30}(?: [\w.!-]{1,20}){0,5}(?:[ /]v?[\w.%-]{1,30})?$/i,
  /^(?:AirPlay|Bose|foobar2000|iVoox|mpv|rhythmbox|XBMC|Xiaoyuzhou|Zune)[ /][\w.-]+/,
  // The same with the address of their maker, for those that declare themselves as an app or name their system.
  /^(?!Mozilla|Opera|KDDI)[\w ]{2,30}(?:\/v?[\w.]{1,20})?;? ?\(?(?:Android|iOS|iPhone)\b[^@]*\b(?:https?:\/\/|www\.)|\b(?:podcast|watch podcast) (?:app|client)\b/i,
  /^Theyub v[\d.]+ IOS iphone/i,
  // The service of a maker of chips on Android.
  /^A\/\d[\d.]*\/[\w/#-]+\/msm\d+\/unknown\/QCX\d\//,
];

/** A word that occurs only in user agents of programs. */
export const AUTOMATIC =
  /bots?(?:\b|[_/\d])|crawl|spider|fetch|monitor|pars(?:er|ing)|check|scan|scrap|suck|valid|preview|daemon|archiv|index|hook|castopod|@|\bcurl|libcurl|wget|python|perl\b|\bphp\b|\bruby|\bgo-|headless|feed/i;

/** Programs that the list lacks. */
export const PROGRAMS: readonly RegExp[] = [
  // Dart's own agent, as Flutter programs on servers use it.
  /^Dart\/\d/,
  // PowerShell behind a browser's beginning.
  /\bWindowsPowerShell\//,
  // A browser without a screen, in Node.
  /\bjsdom\//,
  // Browsers that scripts steer, and editors whose assistants read pages.
  /\bSlimerJS\/|\((?:X11|Windows NT [\d.]+|Macintosh)[^)]*\) AppleWebKit\/[\d.]+ \(KHTML, like Gecko\) (?:Code|Trae)\/[\d.]+ Chrome\/|\bTSM-\w+-\d{6,}/,
  // Measure, photograph or guard pages.
  /\bGTmetrix\b|\bMiniature\.io\/|\bYLT Chrome\/|\bWebThumbnail\/|\bHLB\/\d/,
  // Look for weaknesses, or watch whether a page is up.
  /\bAssetnote\/|\bLaravel Reaver\b|\bips-agent\b|\byunjiankong\b|<\?|\bOpenVAS\b/,
  // Programs of Office that open an address before the browser does: `ms-office; MSOffice 16`, `Microsoft Office/16.0`, `Word/16.93`, `Microsoft Outlook 16`.
  /\bms-?office\b|\bMicrosoft Office\b|\bMSOffice\b|^Microsoft (?:Word|Excel|PowerPoint|Outlook|OneNote|Access|Publisher|Visio|Project)\b|^(?:Word|Excel|PowerPoint|OneNote|Outlook)\/\d|\bOffice (?:Word|Excel|PowerPoint|OneNote|Outlook) \d|\bMicrosoft (?:Word|Excel|PowerPoint|Outlook|OneNote) \d|^Office\/\d|\bOfficeMobile\/|\bMacOutlook\/|\bOneOutlook\/|^Outlook-(?:iOS|Android)\/|\bMicrosoft-WebDAV|\bMicrosoft Data Access Internet Publishing/i,
  // A template whose placeholders are not filled in.
  /\brv:geckoversion\b/,
  // Fetch pages for an assistant and for a search index.
  /\bAmzn-User\/|\bamazon-kendra\b/,
];
