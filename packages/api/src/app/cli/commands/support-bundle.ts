import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { availableParallelism, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { ok } from '@atrium/domain/core';
import { describeSettings } from '../../../platform/config/describe-settings.ts';
import type { Config } from '../../../platform/config/read-config.ts';
import { readFreeBytes } from '../../../platform/files/free-space.ts';
import { readSchemaNote } from '../../../platform/stores/schema-note.ts';
import { readUpgradeCopy } from '../../../platform/stores/upgrade-copy.ts';
import { createLogReader } from '../../../platform/telemetry/log-file.ts';
import { productVersion } from '../../../platform/version.ts';
import { defineLocalCommand, parseArguments } from '../command.ts';
import { type FoundServer, findServer } from '../find-server.ts';

const logLines = 2000;
const answerMs = 5000;

/**
 * Writes what somebody needs to help into one text file, which its operator can read before sending it. It has no secret:
 * settings are those that the log of a start has.
 */
export const supportBundle = defineLocalCommand<{ readonly file: string }>({
  name: 'support-bundle',
  summary: 'Write what somebody needs to help into one text file, without secrets.',
  examples: ['atrium support-bundle', 'atrium support-bundle support.txt'],
  usage: '[<file>]',
  place: (args, { absolute }) => [absolute(args[0] ?? 'atrium-support.txt'), ...args.slice(1)],
  parse(args) {
    const read = parseArguments(args, {}, args.length === 0 ? [] : ['the file']);
    return read.ok ? ok({ options: { file: read.value.words[0] ?? 'atrium-support.txt' } }) : read;
  },
  async runLocally({ file }, { config, out, fail, result }) {
    const text = await writeBundle(config);
    try {
      // A file that somebody else needs is never overwritten.
      await writeFile(file, text, { flag: 'wx', mode: 0o600 });
    } catch (error) {
      fail(`${file} cannot be written (${(error as NodeJS.ErrnoException).code}): name a new file`);
      return false;
    }
    out(`${file} is written: read it before you send it. It names organizations and sites, and has no secret`);
    result({ file });
    return true;
  },
});

async function writeBundle(config: Config): Promise<string> {
  const server = await findServer(config);
  const sections: readonly (readonly [title: string, content: () => Promise<unknown>])[] = [
    ['Program', () => describeProgram(config)],
    ['Settings', async () => describeSettings(config)],
    ['Server', async () => server],
    ['Data', () => describeData(config)],
    ['Doctor', runDoctor],
    ['Metrics', () => readMetrics(config, server)],
    ['Log', async () => (createLogReader(config.dataFolder).readNewest(logLines) ?? ['none']).join('\n')],
  ];
  const written: string[] = [];
  for (const [title, content] of sections) {
    // What fails is often why somebody needs help.
    const found = await content().catch((error) => `cannot be read: ${(error as Error).message}`);
    written.push(`== ${title} ==\n\n${typeof found === 'string' ? found : JSON.stringify(found, null, 2)}\n`);
  }
  return written.join('\n');
}

async function describeProgram({ dataFolder }: Config) {
  return {
    version: productVersion,
    node: process.version,
    system: `${process.platform} ${process.arch} ${release()}`,
    processors: availableParallelism(),
    memoryBytes: totalmem(),
    memoryLimitBytes: process.constrainedMemory() ?? null,
    freeDiskBytes: await readFreeBytes(dataFolder),
    at: new Date().toISOString(),
  };
}

async function describeData({ dataFolder }: Config) {
  const entries = await readdir(dataFolder, { withFileTypes: true });
  const sizes = await Promise.all(
    entries.map(async (entry) => [
      entry.name,
      entry.isDirectory()
        ? await sumFiles(join(dataFolder, entry.name))
        : (await stat(join(dataFolder, entry.name))).size,
    ]),
  );
  return {
    schema: readSchemaNote(dataFolder),
    upgrade: await readUpgradeCopy(dataFolder),
    bytes: Object.fromEntries(sizes),
  };
}

/** Files of a running engine may vanish in between. */
async function sumFiles(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sizes = await Promise.all(
    files.map((file) =>
      stat(file).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Runs `atrium doctor` as a command of its own, through the server or alone. */
async function runDoctor(): Promise<string> {
  const child = spawn(process.execPath, [process.argv[1] as string, 'doctor'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [status] = await once(child, 'close');
  return `${said}exit status ${status}`;
}

async function readMetrics({ metricsToken }: Config, { address }: FoundServer): Promise<string> {
  if (address === null) return 'no server runs';
  if (metricsToken === null) return 'ATRIUM_METRICS_TOKEN is not set';
  const answer = await fetch(`${address}/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
    signal: AbortSignal.timeout(answerMs),
  });
  return answer.text();
}
