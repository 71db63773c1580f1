export { demoFilePath, refreshDemoFile } from './demo-file.ts';
export { demoState } from './demo-state.ts';
export { DemoRefused, loadDemo } from './load-demo.ts';
export { demoPeople, demoSignIns } from './sign-ins.ts';
