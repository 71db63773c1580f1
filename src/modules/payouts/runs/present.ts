import { moneyObject } from '../../../platform/money.ts';
import type { Payable, PayableCurrency } from '../payable/read-payables.ts';
import { presentPayout } from '../payable/routes.v2.ts';
import type { Payout } from './list-payouts.ts';
import type { RunPreview } from './make-run.ts';
import type { Run, RunStep } from './run.ts';

/** The preview of a run. */
export function presentPreview({ currency, cutOff, fingerprint, totalMinor, needsApproval, due, waiting }: RunPreview) {
  return {
    currency,
    cut_off: cutOff,
    fingerprint,
    total: moneyObject({ minor: totalMinor, currency }),
    payouts: due.length,
    needs_approval: needsApproval,
    due: due.map(presentRow),
    waiting: waiting.map(presentRow),
  };
}

function presentRow({ account, payeeId, payeeName, currency, available, minimum, masked, reasons }: Payable) {
  return {
    kind: account,
    payee_id: payeeId,
    payee_name: payeeName,
    account: masked,
    reasons,
    amount: moneyObject({ minor: available, currency }),
    minimum: moneyObject({ minor: minimum, currency }),
  };
}

/** The sums of a currency. */
export function presentPayableCurrency(sums: PayableCurrency) {
  const { currency, dueMinor, duePayees, waitingMinor, waitingPayees } = sums;
  return {
    currency,
    due: { minor: dueMinor, currency },
    payees: duePayees,
    waiting: { minor: waitingMinor, currency },
    waiting_payees: waitingPayees,
  };
}

/** A payout run as administrators read it. */
export function presentRun(run: Run) {
  const { id, currency, cutOff, status, needsApproval, format, payouts, states } = run;
  const step = (one: RunStep | null) => (one === null ? null : presentStep(one));
  return {
    id,
    currency,
    cut_off: cutOff,
    status,
    needs_approval: needsApproval,
    format,
    payouts,
    states,
    total: moneyObject({ minor: run.totalMinor, currency }),
    created: presentStep(run.created),
    approved: step(run.approved),
    exported: step(run.exported),
    cancelled: run.cancelled === null ? null : { ...presentStep(run.cancelled), reason: run.cancelled.reason },
    files: run.files.map(({ totalMinor, ...file }) => ({
      ...file,
      total: moneyObject({ minor: totalMinor, currency }),
    })),
  };
}

const presentStep = ({ by, name, at }: RunStep) => ({ by, name, at: at.toISOString() });

/** A payout as administrators read it. */
export function presentRunPayout(payout: Payout) {
  const { account, payeeId, payeeName, isShared, transferId } = payout;
  const payee = { kind: account, payee_id: payeeId, payee_name: payeeName };
  return { ...presentPayout(payout), ...payee, transfer_id: transferId, is_shared: isShared };
}
