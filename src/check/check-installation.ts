import { InvalidConfiguration, readConfig, strangeSettings } from '../config.ts';
import { createCalendar } from '../platform/calendar.ts';
import { checkDatabaseOf } from './database.ts';
import { advice, type Finding, missing } from './finding.ts';
import { checkServices } from './services.ts';
import { checkSettings } from './settings.ts';

/** Something is missing; the findings say what. */
export class InstallationIncomplete extends Error {
  override readonly message = 'The installation is not complete.';
}

/**
 * Says what an installation still lacks before it serves a real marketplace: settings, database, people, services and public address. It changes neither the
 * database nor the data folder.
 * @param env the environment with which the processes are started
 */
export async function checkInstallation(env: Record<string, string | undefined>): Promise<Finding[]> {
  const strange = strangeSettings(env).map((text) => advice('settings', text));
  let config: ReturnType<typeof readConfig>;
  try {
    config = readConfig(env);
  } catch (error) {
    if (!(error instanceof InvalidConfiguration)) throw error;
    return [...error.message.split('\n').map((text) => missing('settings', text)), ...strange];
  }
  const today = createCalendar(config.timeZone).dayOf(Date.now());
  const ofDatabase = config.databaseUrl === null ? [] : await checkDatabaseOf(config, config.databaseUrl);
  return [...strange, ...checkSettings(config, env, today), ...ofDatabase, ...(await checkServices(config))];
}

/** The findings as lines of text: what is missing first, then the advice, then what is ready, and a summary. */
export function linesOf(findings: readonly Finding[]): string[] {
  const states = ['missing', 'advice', 'ready'] as const;
  const lines = states.flatMap((state) =>
    findings
      .filter((finding) => finding.state === state)
      .map(({ subject, text }) => `${state.padEnd(8)}${subject}: ${text}`),
  );
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
  return [...lines, '', `${count('missing')} missing, ${count('advice')} advised, ${count('ready')} ready.`];
}
