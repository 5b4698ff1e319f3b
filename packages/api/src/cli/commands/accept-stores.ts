import { ok } from '@atrium/domain/core';
import { reportDataLoss } from '../../measurements/index.ts';
import { defineCommand, parseArguments } from '../command.ts';
import { findMissingReadings } from '../find-missing-readings.ts';

export const acceptStores = defineCommand<null>({
  name: 'stores accept',
  usage: '',
  acceptsLoss: true,
  parse(args) {
    const read = parseArguments(args, {}, []);
    return read.ok ? ok({ options: null }) : read;
  },
  async run(_options, tools) {
    const { platform, marks, out } = tools;
    const { accepted } = platform.identity;
    if (accepted !== null) out(`accepted: ${accepted}`);
    const { days, lines } = await findMissingReadings(tools);
    for (const line of lines) out(`accepted: readings that were acknowledged are missing: ${line}`);
    await marks.accept(days);
    reportDataLoss(platform, []);
    if (accepted === null && days.length === 0) out('nothing is missing');
    return true;
  },
});
