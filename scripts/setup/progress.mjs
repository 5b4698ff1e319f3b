// Reports steps that take long: elapsed time, and the remaining time by how long the step took last. Built-ins only.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const durationsFile = join(resolve(import.meta.dirname, '../..'), '.cache/durations.json');

/** Seconds of each step on two cores, until it was measured here. */
const firstDurations = { install: 60, web: 25, server: 5 };

/** A log gets a line at this interval; a terminal updates one line each second. */
const logIntervalSeconds = 10;

function readDurations() {
  try {
    return { ...firstDurations, ...JSON.parse(readFileSync(durationsFile, 'utf8')) };
  } catch {
    return firstDurations;
  }
}

function rememberDuration(step, seconds) {
  try {
    mkdirSync(dirname(durationsFile), { recursive: true });
    writeFileSync(durationsFile, JSON.stringify({ ...readDurations(), [step]: seconds }));
  } catch {
    // Without it, the next estimate is the usual one.
  }
}

/** Formats seconds as `45 s` or `2 min 5 s`. */
const formatSeconds = (seconds) =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;

/** Returns the line of a running step. `expected` is in seconds. */
function describeProgress(title, elapsed, expected) {
  const left = Math.round(expected - elapsed);
  const rest = left > 0 ? `about ${formatSeconds(left)} left` : 'longer than expected';
  return `${title}: ${formatSeconds(Math.floor(elapsed))}, ${rest}`;
}

/**
 * Runs `work` and reports it on standard error, because standard output belongs to the started program. `step` names the
 * measured duration; a failed step is not remembered.
 */
export async function reportStep(step, title, work) {
  const begun = performance.now();
  const elapsed = () => (performance.now() - begun) / 1000;
  const expected = readDurations()[step];
  const isTerminal = process.stderr.isTTY === true;
  const show = () => {
    const line = describeProgress(title, elapsed(), expected);
    process.stderr.write(isTerminal ? `\r\x1b[K${line}` : `${line}\n`);
  };
  show();
  const timer = setInterval(show, isTerminal ? 1000 : logIntervalSeconds * 1000);
  try {
    const result = await work();
    const seconds = Math.round(elapsed());
    process.stderr.write(`${isTerminal ? '\r\x1b[K' : ''}${title}: done in ${formatSeconds(seconds)}\n`);
    rememberDuration(step, seconds);
    return result;
  } catch (error) {
    if (isTerminal) process.stderr.write('\n');
    throw error;
  } finally {
    clearInterval(timer);
  }
}
