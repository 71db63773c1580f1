import type { RateTexts } from './texts.ts';

const de: RateTexts = {
  rule: (what, share) => `${what}: ${share}`,
  nothing: 'keine Provision',
  more: (count) => `und ${count} weitere`,
  customers: { new: 'Neukunden', returning: 'Bestandskunden' },
};
export default de;
