export const en = {
  save: 'Save',
  cancel: 'Cancel',
  nothingChanged: 'No changes.',
  none: 'None',
  yes: 'Yes',
  no: 'No',
  percentHint: 'In percent',
  shop: { label: 'Shop', placeholder: 'Search by name', nothing: 'No matching shops' },
  code: { placeholder: 'Search by name or code', nothing: 'No matches' },
};
