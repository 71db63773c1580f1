export const en = {
  from: 'From',
  to: 'To',
  show: 'Show',
  missing: 'Select both dates.',
  reversedRange: 'The end date is before the start date.',
  early: (day: string) => `There is no data before ${day}.`,
  long: (most: string, chosen: string) => `Select at most ${most} days; this range has ${chosen}.`,
  earlier: 'Previous month',
  later: 'Next month',
  unreadable: (example: string) => `Enter dates such as ${example}.`,
};
