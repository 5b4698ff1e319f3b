import { ok } from '@atrium/domain/core';
import { listOperators, setOperator } from '../../../people/access/index.ts';
import { type Command, defineCommand, parseArguments } from '../command.ts';

const defineOperatorCommand = (verb: 'grant' | 'revoke', summary: string): Command =>
  defineCommand<string>({
    name: `admin ${verb}`,
    summary,
    examples: [`atrium admin ${verb} ann@example.com`],
    usage: '<email>',
    parse(args) {
      const read = parseArguments(args, {}, ['the email address']);
      return read.ok ? ok({ options: read.value.words[0] as string }) : read;
    },
    async run(email, { platform, out, fail, result }) {
      const { relational, clock } = platform;
      const changed = await setOperator({ db: relational.db, clock }, { email, isOperator: verb === 'grant' });
      if (!changed.ok) {
        fail(changed.error.message);
        return false;
      }
      const operators = await listOperators(relational.db);
      const named = operators.map(({ email: address, organization }) => `${address} (${organization})`);
      out(`operators: ${named.join(', ') || 'none'}`);
      result({ changed: changed.value, operators });
      return true;
    },
  });

export const grantOperator = defineOperatorCommand(
  'grant',
  'Let a person see the whole installation under Settings, System.',
);

export const revokeOperator = defineOperatorCommand('revoke', 'Take that back.');
