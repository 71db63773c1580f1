import { expect, it } from 'vitest';
import { destinationOf } from './destination-of.ts';

const PAGE = 'https://shop.example/shoes?size=42&colour=red';
const encoded = encodeURIComponent(PAGE);

it.each([
  `https://www.awin1.com/cread.php?awinmid=1&awinaffid=2&clickref=x&ued=${encoded}`,
  `https://www.awin1.com/awclick.php?mid=1&id=2&p=${encoded}`,
  `https://track.adtraction.com/t/t?a=1&as=2&t=2&tk=1&url=${encoded}`,
  `https://track.adtraction.com/t/t?a=1&as=2&t=2&tk=1&epi=x&url=${PAGE}`,
  `https://go.shop.example/t/t?a=1&as=2&t=2&tk=1&epi=x&url=${encoded}`,
  `https://clk.tradedoubler.com/click?p=1&a=2&g=3&epi=x&url=${encoded}`,
  `https://clk.tradedoubler.com/click?p(1)a(2)g(3)url(${encoded})`,
])('%s leads to its page', (text) => expect(destinationOf(text)).toBe(PAGE));

it.each([
  'https://www.awin1.com/cread.php?awinmid=1&awinaffid=2',
  'https://www.awin1.com/pclick.php?p=3455893129&a=45628&m=6767',
  'https://clk.tradedoubler.com/click?p=1&a=2',
  'https://clk.tradedoubler.com/click?p(1)a(2)url(%E0%A4%A)',
  'https://track.adtraction.com/t/t?a=1&as=2&t=2&tk=1',
])('%s names no page', (text) => expect(destinationOf(text)).toBeNull());

it.each([
  PAGE,
  'shop.example/shoes',
  'no address',
  'https://notawin1.com/cread.php?ued=x',
  'https://shop.example/t/t?url=x',
])('%s is the page itself', (text) => expect(destinationOf(text)).toBe(text));
