import { Readable } from 'node:stream';
import { ok } from '@atrium/domain/core';
import { describeProblem, type Installation } from '../../../operations/system/index.ts';
import { defineCommand, defineLocalCommand, parseArguments } from '../command.ts';
import { findServer } from '../find-server.ts';
import { callServer } from '../running-server.ts';

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
    const installation = server.state === 'stopped' ? null : await readInstallation(server.dataFolder);
    result({ ...server, installation });
    if (server.state === 'stopped') {
      fail(`no server runs on ${server.dataFolder}: start it with npm start`);
      return false;
    }
    out(`address  ${server.address ?? 'none yet'}`);
    out(`state    ${server.state}`);
    out(`process  ${server.pid}`);
    out(`data     ${server.dataFolder}`);
    if (installation !== null) out(`version  ${installation.version}`);
    const problems = installation?.problems.map(describeProblem) ?? server.problems;
    for (const problem of problems) out(`problem  ${problem}`);
    if (server.state !== 'ready') fail(`the server is ${server.state}`);
    return server.state === 'ready';
  },
});

/** Asks the server for what Settings, System shows. Null: it does not answer. */
async function readInstallation(dataFolder: string): Promise<Installation | null> {
  let found: Installation | null = null;
  const call = { words: [describeInstallation.name], fileName: '' };
  await callServer(
    dataFolder,
    call,
    () => Readable.from([]),
    (said) => {
      if ('result' in said) found = said.result as Installation;
    },
  ).catch(() => null);
  return found;
}

/** Runs inside the server, for `status`. */
export const describeInstallation = defineCommand<null>({
  name: 'installation',
  summary: 'Print what Settings, System shows to operators.',
  examples: ['atrium installation --json'],
  usage: '',
  parse(args) {
    const read = parseArguments(args, {}, []);
    return read.ok ? ok({ options: null }) : read;
  },
  async run(_options, { system, result }) {
    result((await system.readInstallation?.()) ?? null);
    return true;
  },
});
