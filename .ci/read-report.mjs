/**
 * Reads a report of vitest's: `node read-report.mjs report.json failures.txt` prints how many passed, failed and were skipped, and
 * writes what failed, and why, to the other file.
 */
import fs from 'node:fs';

const MAX_CHARACTERS = 1_500;
const [, , reportFile, failuresFile] = process.argv;
const report = JSON.parse(fs.readFileSync(reportFile, 'utf8'));
const failures = report.testResults
  .filter(({ status }) => status !== 'passed')
  .flatMap(({ name, message, assertionResults }) => [
    ...(message ? [`FAILED ${name}\n${message}`] : []),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `FAILED ${name}: ${fullName}\n${failureMessages.join('\n')}`),
  ]);
fs.writeFileSync(failuresFile, failures.map((failure) => `${failure.slice(0, MAX_CHARACTERS)}\n`).join(''));
console.log(report.numPassedTests, report.numFailedTests, report.numPendingTests + (report.numTodoTests ?? 0));
