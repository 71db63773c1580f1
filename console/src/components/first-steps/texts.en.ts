export const en = {
  progress: (done: number, all: number) => `${done} of ${all} done`,
  done: '(done)',
  change: 'Edit',
  changeOf: (step: string) => `Edit: ${step}`,
  payee: {
    details: {
      title: 'Add your payee details',
      hint: 'The legal name and address on statements and payments.',
      go: 'Add details',
    },
    account: { title: 'Add a payout account', hint: 'Your earnings are paid to it.', go: 'Add account' },
    consent: {
      title: 'Agree to self-billing',
      hint: 'The platform issues your statements for you. Without your consent, nothing is paid out.',
      go: 'Read and agree',
    },
  },
};
