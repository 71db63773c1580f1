export const en = {
  title: 'Find and go to',
  key: 'Ctrl K',
  page: 'Page',
};
