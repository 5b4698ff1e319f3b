import type { Problem, ProblemName } from './read-installation.ts';

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
const minutes = (seconds: number) => `${Math.round(seconds / 60)} minutes`;
const whole = (value: number) => String(Math.round(value));

/** Sentences for operators, by problem. They take the figure beyond its threshold. */
const sentences: Readonly<Record<Exclude<ProblemName, 'standingProblems' | 'notReady'>, (value: number) => string>> = {
  diskFree: (value) => `only ${gigabytes(value)} are free on the disk of the data folder`,
  backupAge: (value) => `the last good backup is ${whole(value / 3600)} hours old`,
  messagesWait: (value) => `a message has waited for ${minutes(value)}`,
  readingsWait: (value) => `${whole(value)} readings wait to be stored`,
  questionsWait: (value) => `${whole(value)} queries wait`,
  connectionsWait: (value) => `${whole(value)} requests wait for a database connection`,
  reportsWait: (value) => `a report has waited for ${minutes(value)}`,
  reportsFail: (value) => `reports that failed within 24 hours: ${whole(value)}`,
  exportsWait: (value) => `an export has waited for ${minutes(value)}`,
  exportsFail: (value) => `exports that failed within 24 hours: ${whole(value)}`,
  busAway: () => 'NATS is not connected',
  slow: (value) => `the process is ${Math.round(value * 1000)} ms late`,
  memory: (value) => `the process uses ${gigabytes(value)} of memory`,
  analyticsMemory: (value) => `the readings database uses ${gigabytes(value)} of memory`,
  mailMissing: () => 'mail is not set up (SMTP_URL)',
  backupsMissing: () => 'daily backups are not set up (ATRIUM_BACKUP_FOLDER)',
  backupFailed: () => 'the last backup failed',
};

/** Describes a problem in one line. */
export function describeProblem({ name, value, text }: Problem): string {
  if (name === 'standingProblems' || name === 'notReady') return text ?? name;
  const sentence = sentences[name](value ?? 0);
  return text === null ? sentence : `${sentence}: ${text}`;
}
