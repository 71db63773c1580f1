export const en = {
  save: 'Save',
  cancel: 'Cancel',
  nothingChanged: 'Nothing has been changed.',
  none: 'None',
  yes: 'Yes',
  no: 'No',
  percentHint: 'In percent',
  shop: { label: 'Shop', placeholder: 'Type a part of its name', nothing: 'No shop is called that' },
  code: { placeholder: 'Type a part of its name, or its code', nothing: 'None is called that' },
};
