import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ok } from '@atrium/domain/core';
import { defineLocalCommand, parseArguments } from '../command.ts';
import { findServer } from '../find-server.ts';

/** Programs that open an address in the user's browser. */
const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

export const open = defineLocalCommand<null>({
  name: 'open',
  summary: 'Open the running product in the browser.',
  examples: ['atrium open'],
  usage: '',
  parse(args) {
    const read = parseArguments(args, {}, []);
    return read.ok ? ok({ options: null }) : read;
  },
  async runLocally(_options, { config, out, fail, result }) {
    const server = await findServer(config);
    const address = config.publicUrl ?? server.address;
    if (server.state === 'stopped' || address === null) {
      fail(`no server answers on ${server.dataFolder}: start it with npm start`);
      return false;
    }
    out(address);
    result({ address });
    const [program = 'xdg-open', ...args] = openers[process.platform] ?? ['xdg-open'];
    const opening = spawn(program, [...args, address], { stdio: 'ignore' });
    const isOpened = await once(opening, 'exit').then(
      ([code]) => code === 0,
      () => false,
    );
    if (!isOpened) fail(`${program} opens no browser here: open the address yourself`);
    return isOpened;
  },
});
