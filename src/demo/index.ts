export { withDemoAccount } from './demo-account.ts';
export { demoFilePath, refreshDemoFile } from './demo-file.ts';
export { demoState, isArmed, NoDemo } from './demo-state.ts';
export { DemoExposed, disarmDemo, refuseExposedDemo } from './disarm.ts';
export { DemoRefused, loadDemo } from './load-demo.ts';
export { EMBEDDED_WITH_REAL_MONEY, hasRealMoney } from './real-money.ts';
export { demoPeople, demoSignIns, isReachableFromOutside } from './sign-ins.ts';
