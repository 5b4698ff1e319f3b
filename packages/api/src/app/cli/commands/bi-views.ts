import { err, ok } from '@atrium/domain/core';
import { buildBiViews, isDatabaseName } from '../../../numbers/index.ts';
import { defineCommand, findOrganization, parseArguments } from '../command.ts';

type Options = { readonly organization: string; readonly database: string | null };

export const biViews = defineCommand<Options>({
  name: 'bi-views',
  summary: 'Print the SQL of read-only views for BI tools, for a ClickHouse server.',
  examples: ['atrium bi-views --organization "My organization"'],
  usage: '--organization <name> [--database <name>]',
  parse(args) {
    const read = parseArguments(args, { organization: 'text', database: 'text' }, []);
    if (!read.ok) return read;
    const { organization, database } = read.value.options;
    if (organization === undefined) return err('--organization is missing');
    if (database !== undefined && !isDatabaseName(database))
      return err('--database takes letters, digits and _, and begins with no digit');
    return ok({ options: { organization, database: database ?? null } });
  },
  async run({ organization, database }, tools) {
    const scope = await findOrganization(organization, tools);
    if (scope === null) return false;
    const [row] = await tools.platform.analytics.query<{ name: string }>({
      sql: 'SELECT currentDatabase() AS name',
      params: {},
    });
    const { organizationId } = scope;
    const target = database ?? `atrium_bi_${organizationId}`;
    for (const statement of buildBiViews({ organizationId, source: row?.name ?? 'default', target }))
      tools.out(`${statement};`);
    return true;
  },
});
