export const en = {
  rule: (what: string, share: string) => `${what}: ${share}`,
  perOrder: (amount: string) => `${amount} per order`,
  nothing: 'no commission',
  more: (count: number) => `and ${count} more`,
  customers: { new: 'new customers', returning: 'returning customers' },
  steps: {
    during: (rate: string, months: number) => `${rate} for ${months} ${months === 1 ? 'month' : 'months'}`,
    following: (before: string, step: string) => `${before}, then ${step}`,
  },
  traces: { click: 'orders by click', voucher: 'orders by voucher' },
  fromOrders: (count: string) => `from ${count} approved orders`,
  fromValue: (sum: string) => `from ${sum} of order value`,
  and: 'and',
  tier: (what: string, bonus: string) => `${what}: ${bonus}`,
};
