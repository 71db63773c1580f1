export const en = {
  title: 'Terms of the campaign',
  version: (version: number) => `Version ${version}`,
  since: (version: number, day: string) => `Version ${version}, since ${day}`,
  accept: (version: number) => `I have read the terms (version ${version}) and accept them`,
  bound: (version: number, time: string) => `You accepted version ${version} on ${time}.`,
  boundByJoining: (version: number, time: string) =>
    `Version ${version} applied when you joined on ${time}. You have not accepted it expressly.`,
  changed: (version: number) =>
    `The terms have changed. Your version applies to you until you accept version ${version}.`,
  showOwn: (version: number) => `Your version (${version})`,
  acceptNew: (version: number) => `Accept version ${version}`,
  questions: 'Questions of the store',
  accepted: 'Terms accepted.',
  hash: (hash: string) => `SHA-256 ${hash}`,
  store: {
    hint: 'Creators accept these terms when they join. A changed text becomes a new version; participants keep the version that they accepted.',
    none: 'This campaign has no terms.',
    text: 'Terms',
    save: 'Save',
    saved: 'Terms saved.',
    add: 'Add terms',
    edit: 'Edit',
    remove: 'Remove',
    removed: 'Terms removed.',
    sure: 'Remove the terms?',
    sureText: 'Creators who join from now on accept no terms. Earlier acceptances remain.',
    keep: 'Keep them',
  },
  participant: {
    title: 'Accepted terms',
    none: 'No terms accepted.',
    accepted: (version: number, time: string) => `Accepted version ${version} on ${time}.`,
    joined: (version: number, time: string) =>
      `Joined on ${time} while version ${version} applied, without accepting it expressly.`,
  },
};
