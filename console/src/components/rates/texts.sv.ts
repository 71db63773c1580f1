import type { RateTexts } from './texts.ts';

const sv: RateTexts = {
  rule: (what, share) => `${what}: ${share}`,
  nothing: 'ingen provision',
  more: (count) => `och ${count} till`,
  customers: { new: 'nya kunder', returning: 'återkommande kunder' },
};
export default sv;
