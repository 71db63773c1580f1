import { describe, expect, it } from 'vitest';
import { PLATFORMS, readChannel, readPost } from './platforms.ts';

describe('A channel as people write it', () => {
  it.each([
    ['instagram', '@Anna.Hike', 'Anna.Hike', 'https://www.instagram.com/Anna.Hike'],
    ['instagram', ' anna_hike ', 'anna_hike', 'https://www.instagram.com/anna_hike'],
    ['instagram', 'https://instagram.com/anna_hike/?igsh=1', 'anna_hike', 'https://www.instagram.com/anna_hike'],
    ['instagram', 'm.instagram.com/anna_hike/reels/', 'anna_hike', 'https://www.instagram.com/anna_hike'],
    ['tiktok', 'https://www.tiktok.com/@anna?lang=sv', 'anna', 'https://www.tiktok.com/@anna'],
    ['youtube', 'https://m.youtube.com/@AnnaHike/videos', 'AnnaHike', 'https://www.youtube.com/@AnnaHike'],
    ['youtube', '@Åsa-vandrar', 'Åsa-vandrar', 'https://www.youtube.com/@%C3%85sa-vandrar'],
    ['twitch', 'twitch.tv/annaplays', 'annaplays', 'https://www.twitch.tv/annaplays'],
    ['pinterest', 'https://www.pinterest.com/annahike/boards', 'annahike', 'https://www.pinterest.com/annahike'],
    ['blog', 'Anna.Example', 'anna.example', 'https://anna.example/'],
    ['blog', 'http://anna.example/blog/', 'anna.example/blog', 'http://anna.example/blog'],
    ['newsletter', 'https://anna.substack.com/?utm=1', 'anna.substack.com', 'https://anna.substack.com/'],
    ['podcast', 'https://åsa.example/pod', 'xn--sa-xia.example/pod', 'https://xn--sa-xia.example/pod'],
  ] as const)('at %s as "%s" is %s', (platform, typed, identifier, url) => {
    expect(readChannel(platform, typed)).toEqual({ platform, identifier, url });
  });

  it.each([
    ['instagram', 'https://www.tiktok.com/@anna'],
    ['instagram', 'https://instagram.com.evil.example/anna'],
    ['instagram', 'anna hike'],
    ['instagram', '@'],
    ['tiktok', 'https://www.tiktok.com/anna'],
    ['youtube', 'https://www.youtube.com/@%E0%A4%A'],
    ['twitch', 'https://user:pass@twitch.tv/anna'],
    ['blog', 'javascript:alert(1)'],
    ['blog', 'localhost'],
    ['blog', 'https://anna.example:8443/'],
    ['blog', ''],
  ] as const)('at %s as "%s" is none', (platform, typed) => {
    expect(readChannel(platform, typed)).toBeNull();
  });

  it('is read as the same from its own address', () => {
    for (const platform of PLATFORMS) {
      const channel = readChannel(
        platform,
        ['blog', 'newsletter', 'podcast'].includes(platform) ? 'anna.example/a' : 'anna_1',
      );
      expect(readChannel(platform, channel!.url)).toEqual(channel);
    }
  });
});

describe('An address of a post', () => {
  it.each([
    ['https://www.instagram.com/p/Cx1/#x', 'instagram', null],
    ['https://instagram.com/anna_hike/reel/Cx1/', 'instagram', 'anna_hike'],
    ['https://www.instagram.com/stories/anna_hike/31/', 'instagram', 'anna_hike'],
    ['https://www.tiktok.com/@anna/video/7', 'tiktok', 'anna'],
    ['https://vm.tiktok.com/ZM1/', 'tiktok', null],
    ['https://www.youtube.com/watch?v=1', 'youtube', null],
    ['https://www.youtube.com/@AnnaHike/videos', 'youtube', 'AnnaHike'],
    ['https://youtu.be/1', 'youtube', null],
    ['https://www.twitch.tv/videos/1', 'twitch', null],
    ['https://www.twitch.tv/annaplays/clip/1', 'twitch', 'annaplays'],
    ['https://pinterest.com/pin/1/', 'pinterest', null],
    ['https://anna.example/blog/shoes', 'other', null],
    ['https://instagram.com.evil.example/anna', 'other', null],
  ] as const)('such as %s is at %s, and its channel is %s', (url, platform, account) => {
    expect(readPost(url)).toMatchObject({ platform, account });
  });

  it.each(['javascript:alert(1)', 'https://me:pw@anna.example/', 'data:text/html,x'])('is not %s', (url) => {
    expect(readPost(url)).toBe(null);
  });
});
