import { ok } from '@atrium/domain/core';
import { defineLocalCommand, parseArguments } from '../command.ts';
import { findServer } from '../find-server.ts';

export const status = defineLocalCommand<null>({
  name: 'status',
  summary: 'Show whether the server runs, where, and which problems it has.',
  examples: ['atrium status', 'atrium status --json'],
  usage: '',
  parse(args) {
    const read = parseArguments(args, {}, []);
    return read.ok ? ok({ options: null }) : read;
  },
  async runLocally(_options, { config, out, fail, result }) {
    const server = await findServer(config);
    result(server);
    if (server.state === 'stopped') {
      fail(`no server runs on ${server.dataFolder}: start it with npm start`);
      return false;
    }
    out(`address  ${server.address ?? 'none yet'}`);
    out(`state    ${server.state}`);
    out(`process  ${server.pid}`);
    out(`data     ${server.dataFolder}`);
    for (const problem of server.problems) out(`problem  ${problem}`);
    if (server.state !== 'ready') fail(`the server is ${server.state}`);
    return server.state === 'ready';
  },
});
