import type { en } from './texts.en.ts';

const de: typeof en = {
  rule: (what, share) => `${what}: ${share}`,
  perOrder: (amount) => `${amount} pro Bestellung`,
  nothing: 'keine Provision',
  more: (count) => `und ${count} weitere`,
  customers: { new: 'Neukunden', returning: 'Bestandskunden' },
  steps: {
    during: (rate, months) => `${rate} für ${months} ${months === 1 ? 'Monat' : 'Monate'}`,
    following: (before, step) => `${before}, danach ${step}`,
  },
  traces: { click: 'Bestellungen über Klick', voucher: 'Bestellungen über Gutschein' },
  fromOrders: (count) => `ab ${count} bestätigten Bestellungen`,
  fromValue: (sum) => `ab ${sum} Bestellwert`,
  and: 'und',
  tier: (what, bonus) => `${what}: ${bonus}`,
};
export default de;
