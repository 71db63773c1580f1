import type { en } from './texts.en.ts';

const sv: typeof en = {
  rule: (what, share) => `${what}: ${share}`,
  perOrder: (amount) => `${amount} per order`,
  nothing: 'ingen provision',
  more: (count) => `och ${count} till`,
  customers: { new: 'nya kunder', returning: 'återkommande kunder' },
  steps: {
    during: (rate, months) => `${rate} i ${months} ${months === 1 ? 'månad' : 'månader'}`,
    following: (before, step) => `${before}, därefter ${step}`,
  },
  traces: { click: 'ordrar via klick', voucher: 'ordrar via rabattkod' },
  fromOrders: (count) => `från ${count} godkända ordrar`,
  fromValue: (sum) => `från ${sum} i ordervärde`,
  and: 'och',
  tier: (what, bonus) => `${what}: ${bonus}`,
};
export default sv;
