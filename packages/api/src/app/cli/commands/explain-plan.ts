import { err, ok } from '@atrium/domain/core';
import type { RawQuery } from '@atrium/domain/numbers';
import { parseQuery } from '@atrium/domain/numbers/parsing';
import { defineCommand, findOrganization, parseArguments } from '../command.ts';

type Options = { readonly organization: string; readonly question: RawQuery };

export const explainPlan = defineCommand<Options>({
  name: 'explain-plan',
  summary: 'Show how a query of numbers is answered.',
  examples: [`atrium explain-plan --organization "My organization" '{ "metric": "affluenceIn" }'`],
  usage: "--organization <name> '<question as JSON>'",
  parse(args) {
    const read = parseArguments(args, { organization: 'text' }, ['the question']);
    if (!read.ok) return read;
    const { organization } = read.value.options;
    if (organization === undefined) return err('--organization is missing');
    try {
      return ok({ options: { organization, question: JSON.parse(read.value.words[0] as string) } });
    } catch {
      return err('the question is not JSON');
    }
  },
  async run({ organization, question }, tools) {
    const scope = await findOrganization(organization, tools);
    if (scope === null) return false;
    const query = parseQuery(question);
    const explained = query.ok ? await tools.explainPlan(scope, query.value) : query;
    if (!explained.ok) {
      tools.fail(explained.error.message);
      return false;
    }
    for (const line of explained.value) tools.out(line);
    return true;
  },
});
