/**
 * Reads a report of vitest's: `node read-report.mjs report.json failures.txt files.txt` prints how many passed, failed and were
 * skipped, and writes what failed, and why, to the second file, and the test files that failed, one a line, to the third.
 */
import fs from 'node:fs';

const MAX_CHARACTERS = 1_500;
const [, , reportFile, failuresFile, filesFile] = process.argv;
const report = JSON.parse(fs.readFileSync(reportFile, 'utf8'));
const failed = report.testResults.filter(({ status }) => status !== 'passed');
const failures = failed.flatMap(({ name, message, assertionResults }) => [
  ...(message ? [`FAILED ${name}\n${message}`] : []),
  ...assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => `FAILED ${name}: ${fullName}\n${failureMessages.join('\n')}`),
]);
fs.writeFileSync(failuresFile, failures.map((failure) => `${failure.slice(0, MAX_CHARACTERS)}\n`).join(''));
fs.writeFileSync(filesFile, failed.map(({ name }) => `${name}\n`).join(''));
console.log(report.numPassedTests, report.numFailedTests, report.numPendingTests + (report.numTodoTests ?? 0));
