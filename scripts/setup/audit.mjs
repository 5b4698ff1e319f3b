import { spawn } from 'node:child_process';
import { root } from './install.mjs';

const longestMs = 60_000;
const grave = ['high', 'critical'];

/**
 * Checks the production packages against the registry's advisories. Returns the severe ones by name, or why the
 * registry could not be asked. An offline machine or a registry without an audit endpoint is not a failure.
 */
export async function auditPackages() {
  const printed = await npmAudit();
  let told;
  try {
    told = JSON.parse(printed);
  } catch {
    return { asked: false, reason: `npm audit gave no answer within ${longestMs / 1000} s` };
  }
  if (told.vulnerabilities === undefined)
    return { asked: false, reason: firstLine(told.message ?? told.error?.summary) };
  const found = Object.values(told.vulnerabilities)
    .filter(({ severity }) => grave.includes(severity))
    .map(({ name, severity, via }) => `${name}: ${severity}: ${via.map((one) => one.title ?? one).join('; ')}`);
  return { asked: true, found };
}

/** Resolves to the output, even with findings or after a timeout. */
function npmAudit() {
  return new Promise((resolve) => {
    const child = spawn('npm', ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=20000'], {
      cwd: root,
      timeout: longestMs,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let printed = '';
    child.stdout.on('data', (chunk) => (printed += chunk));
    child.on('error', () => resolve(''));
    child.on('close', () => resolve(printed));
  });
}

const firstLine = (text) => String(text ?? 'no reason given').split('\n')[0];
