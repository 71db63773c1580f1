export const en = {
  rule: (what: string, share: string) => `${what}: ${share}`,
  nothing: 'no commission',
  more: (count: number) => `and ${count} more`,
  customers: { new: 'new customers', returning: 'returning customers' },
};
