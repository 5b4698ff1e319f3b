import { ok } from '@atrium/domain/core';
import { reportMissing } from '../../measurements/index.ts';
import { defineCommand, readArguments } from '../command.ts';
import { missingReadings } from '../missing-readings.ts';

export const acceptStores = defineCommand<null>({
  name: 'stores accept',
  usage: '',
  acceptsLoss: true,
  parse(args) {
    const read = readArguments(args, {}, []);
    return read.ok ? ok({ options: null }) : read;
  },
  async run(_options, tools) {
    const { platform, marks, out } = tools;
    const { accepted } = platform.identity;
    if (accepted !== null) out(`accepted: ${accepted}`);
    const { days, lines } = await missingReadings(tools);
    for (const line of lines) out(`accepted: readings that were acknowledged are missing: ${line}`);
    await marks.accept(days);
    reportMissing(platform, []);
    if (accepted === null && days.length === 0) out('nothing is missing');
    return true;
  },
});
