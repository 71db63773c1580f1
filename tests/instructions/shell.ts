import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * The programs that replace those of the machine for the commands of a page: `curl` fails with the request that the service refused,
 * `reply` prints the last reply, and `npm run cli` and `npm run audit` run in the test's process.
 */
const PRELUDE = `set -eE -o pipefail
trap 'echo "FAILED: $BASH_COMMAND" >&2' ERR
curl() { command curl --fail-with-body -sS "$@" | tee "$PROJECT/.reply" || { echo "REFUSED: curl $*" >&2; cat "$PROJECT/.reply" >&2; exit 1; }; }
reply() { cat "$PROJECT/.reply"; }
field() { node -p "JSON.parse(require('fs').readFileSync('$PROJECT/.reply', 'utf8').replace(/^[^]*\\r\\n\\r\\n/, '')).$1"; }
export XDG_CONFIG_HOME="$PROJECT/config"
npm() {
  case "$1 $2" in
    'run cli') shift 3;;
    'run audit') shift 2; set -- audit;;
    *) command npm --silent "$@"; return;;
  esac
  # Arguments that name files of this folder become absolute paths.
  for word in "$@"; do [ -f "$word" ] && realpath "$word" || echo "$word"; done | command curl --fail-with-body -sS -H "data-dir: \${DATA_DIR-}" --data-binary @- "$CLI" || { echo "REFUSED: cli $*" >&2; return 1; }
}
`;

/** Runs a script in the project's folder. @returns what it wrote, and its exit status */
export async function runScript(
  script: string,
  { project, cli }: { project: string; cli: string },
): Promise<{ status: number; stdout: string; stderr: string }> {
  const env = { ...process.env, PROJECT: project, CLI: cli };
  const running = promisify(execFile)('bash', ['-c', PRELUDE + script], { cwd: project, env, maxBuffer: 2 ** 24 });
  return running.then(
    (said) => ({ status: 0, ...said }),
    (failed: { code: number; stdout: string; stderr: string }) => ({ ...failed, status: failed.code }),
  );
}
