import type { en } from './texts.en.ts';

const de: typeof en = {
  platforms: {
    instagram: 'Instagram',
    tiktok: 'TikTok',
    youtube: 'YouTube',
    twitch: 'Twitch',
    pinterest: 'Pinterest',
    blog: 'Blog',
    newsletter: 'Newsletter',
    podcast: 'Podcast',
  },
  named: (platform, identifier) => `${platform}: ${identifier}`,
  proven: 'Nachgewiesen',
  unproven: 'Nicht nachgewiesen',
};
export default de;
