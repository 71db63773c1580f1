import type { en } from './texts.en.ts';

const sv: typeof en = {
  platforms: {
    instagram: 'Instagram',
    tiktok: 'TikTok',
    youtube: 'YouTube',
    twitch: 'Twitch',
    pinterest: 'Pinterest',
    blog: 'Blogg',
    newsletter: 'Nyhetsbrev',
    podcast: 'Podd',
  },
  named: (platform, identifier) => `${platform}: ${identifier}`,
  proven: 'Verifierad',
  unproven: 'Inte verifierad',
};
export default sv;
