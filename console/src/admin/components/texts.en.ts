export const en = {
  save: 'Save',
  none: 'None',
  yes: 'Yes',
  no: 'No',
  percentHint: 'In percent',
  shop: { label: 'Store', placeholder: 'Search by name', nothing: 'No matching stores' },
  person: { placeholder: 'Search by name or e-mail', nothing: 'Nobody matches' },
  campaign: { placeholder: 'Search by title or number', nothing: 'No matching campaigns' },
  link: { placeholder: 'Search by name or code', nothing: 'No matching links' },
  creator: { label: 'Creator', placeholder: 'Search by name or e-mail', nothing: 'No matching creators' },
  agency: { label: 'Agency' },
  code: { placeholder: 'Search by name or code', nothing: 'No matches' },
};
