import { spawnSync } from 'node:child_process';

// Runs each benchmark in a separate process, so that the reported memory is only its own. `npm run bench redirect` runs one of them.
const all = [
  'redirect',
  'carry',
  'processes',
  'topologies',
  'api-reads',
  'exports',
  'inspection',
  'statistics',
  'explanations',
  'offers',
  'blog-post',
  'files',
  'known-addresses',
  'products',
  'creators',
  'discover',
  'messages',
  'sandboxes',
  'order-prices',
  'terms',
  'closing',
];
// Numbers are passed on to the benchmark: `npm run bench products 100000`.
const [wanted, sizes] = [/\D/, /^\d+$/].map((form) => process.argv.slice(2).filter((word) => form.test(word))) as [
  string[],
  string[],
];
for (const name of wanted.length > 0 ? wanted : all) {
  if (!all.includes(name)) throw new Error(`There is no benchmark ${name}; there are ${all.join(', ')}.`);
  console.log(`\n== ${name}`);
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', `bench/${name}.ts`, ...sizes], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
