import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contrast } from '../../../platform/colours.ts';
import { readableAccent } from './colours.ts';

it('measures contrast as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

it('makes every accent colour readable in both schemes', () => {
  const colours = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
  fc.assert(
    fc.property(colours, (colour) => {
      const { onLight, onDark, fill, textOnFill, deep } = readableAccent(colour);
      expect(contrast(deep, '#ffffff')).toBeGreaterThanOrEqual(7);
      for (const surface of ['#ffffff', '#f3f6f7']) expect(contrast(onLight, surface)).toBeGreaterThanOrEqual(4.5);
      for (const surface of ['#101921', '#1e2b35']) expect(contrast(onDark, surface)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(textOnFill, fill)).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

it('does not change a readable accent colour', () => {
  expect(readableAccent('#0b6e79').onLight).toBe('#0b6e79');
});
