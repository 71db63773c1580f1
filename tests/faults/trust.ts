/**
 * Three months of a marketplace of honest and dishonest people, with the protections and, as the control, without any of them.
 *
 *   npx tsx tests/faults/trust.ts [seed = 1] [clicks of an honest creator a day = 24]
 *
 * Prints the due, payable and held amounts of each kind of people. The run fails if the audit finds a fault, a dishonest person is
 * paid more than the limits of a network permit, honest people at paying stores lose more than a twentieth, or the control loses no
 * money.
 */
import { findFaultsInMoney, makeDataDir, printTable, withDatabase } from './audit.ts';
import { simulateTrustMarket, type TrustMarketReport } from './trust-market.ts';
import { objectionsToReport } from './trust-verdict.ts';
import { conclude } from './verdict.ts';

const [seed = 1, clicksADay = 24] = process.argv.slice(2).map(Number);

async function run(isProtected: boolean): Promise<{ report: TrustMarketReport; faults: string[] }> {
  const { dataDir, remove } = await makeDataDir();
  try {
    return await withDatabase(dataDir, async (pool, url) => {
      const report = await simulateTrustMarket(pool, url, { seed, clicksADay, isProtected });
      return { report, faults: await findFaultsInMoney(pool) };
    });
  } finally {
    await remove();
  }
}

const sek = (minor: number) => (minor / 100).toFixed(2);

const held = await run(true);
const control = await run(false);
printTable(
  held.report.outcomes.map((outcome, at) => ({
    'SEK, three months': outcome.kind,
    people: outcome.people,
    due: sek(outcome.due),
    payable: sek(outcome.payable),
    held: sek(outcome.held),
    'payable without protection': sek(control.report.outcomes[at]!.payable),
  })),
);
const { report } = held;
console.log(`${report.clicks} clicks, ${report.orders} orders, ${report.disputed} disputed`);
console.log(
  `the click farm of many addresses after an administrator has voided its clicks: ${sek(report.farmAfterVoid)}`,
);
console.log(
  `paid out beyond what stores paid: ${sek(report.platformLoss)}; without protection ${sek(control.report.platformLoss)}`,
);
conclude([
  ...held.faults,
  ...objectionsToReport(report),
  ...(control.report.platformLoss > 0 ? [] : ['the control lost no money']),
]);
