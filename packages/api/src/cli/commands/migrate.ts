import { ok } from '@atrium/domain/core';
import { defineCommand, parseArguments } from '../command.ts';

export const migrate = defineCommand<null>({
  name: 'migrate',
  usage: '',
  parse(args) {
    const read = parseArguments(args, {}, []);
    return read.ok ? ok({ options: null }) : read;
  },
  schema: () => ({ migrates: true, creates: true }),
  async run(_options, { platform, out }) {
    // Opening the stores has already migrated them.
    await Promise.all([platform.relational.ping(), platform.analytics.ping()]);
    out('both stores are on the schema of this version');
    return true;
  },
});
