import { execFileSync } from 'node:child_process';

/** Builds the console that browsers are shown. */
export default function setup(): void {
  execFileSync('npm', ['run', '--silent', 'build', '-w', 'console'], { stdio: ['ignore', 'ignore', 'inherit'] });
}
