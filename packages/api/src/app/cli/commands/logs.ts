import { setTimeout as delay } from 'node:timers/promises';
import { err, ok } from '@atrium/domain/core';
import { createLogReader } from '../../../platform/telemetry/log-file.ts';
import { formatLine } from '../../../platform/telemetry/logger.ts';
import { defineLocalCommand, parseArguments } from '../command.ts';

interface Options {
  readonly lines: number;
  readonly follows: boolean;
}

const maxLines = 10_000;
const pollMs = 300;

export const logs = defineLocalCommand<Options>({
  name: 'logs',
  summary: "Print the newest lines of the server's log.",
  examples: ['atrium logs', 'atrium logs --lines 500', 'atrium logs --follow'],
  usage: `[--lines <1-${maxLines}>] [--follow]`,
  parse(args) {
    const read = parseArguments(args, { lines: 'text', follow: 'flag' }, []);
    if (!read.ok) return read;
    const lines = Number(read.value.options.lines ?? 100);
    return Number.isInteger(lines) && lines >= 1 && lines <= maxLines
      ? ok({ options: { lines, follows: read.value.options.follow } })
      : err(`--lines takes 1 to ${maxLines}`);
  },
  async runLocally({ lines, follows }, { config, out, fail }) {
    const reader = createLogReader(config.dataFolder);
    const newest = reader.readNewest(lines);
    if (newest === null) {
      fail(`there is no log in ${config.dataFolder}: no server was ready there yet`);
      return false;
    }
    const print = (record: string) => out(formatLine(record).trimEnd());
    for (const record of newest) print(record);
    while (follows) {
      await delay(pollMs);
      for (const record of reader.readAdded()) print(record);
    }
    return true;
  },
});
