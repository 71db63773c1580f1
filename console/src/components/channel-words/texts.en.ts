export const en = {
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
  named: (platform: string, identifier: string) => `${platform}: ${identifier}`,
  proven: 'Proven',
  unproven: 'Not proven',
};
