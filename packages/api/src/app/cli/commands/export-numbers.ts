import { type ExportDataType, exportDataTypes, exportGranularities } from '@atrium/domain/actions/exports';
import { addDays, err, isLocalDate, type LocalDate, ok, toDaysSpan } from '@atrium/domain/core';
import { printExport } from '../../../actions/exports/index.ts';
import { defineCommand, findInstallation, findOrganization, parseArguments } from '../command.ts';

interface Options {
  readonly organization: string;
  readonly installation: string;
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly data: ExportDataType;
  readonly target: 'zone' | 'passage';
  readonly step: number;
}

/** Prints what an export on screen contains, as CSV. */
export const exportNumbers = defineCommand<Options>({
  name: 'export',
  summary: 'Print the numbers of a site as CSV.',
  examples: [
    'atrium export --organization "My organization" --installation hall --from 2026-03-01 --to 2026-03-31 > march.csv',
  ],
  usage: `--organization <name> --installation <name or key> --from <day> --to <last day> [--data ${exportDataTypes.join('|')}] [--target zone|passage] [--step <seconds>]`,
  parse(args) {
    const spec = {
      organization: 'text',
      installation: 'text',
      from: 'text',
      to: 'text',
      data: 'text',
      target: 'text',
      step: 'text',
    } as const;
    const read = parseArguments(args, spec, []);
    if (!read.ok) return read;
    const {
      organization,
      installation,
      from,
      to,
      data = 'counting',
      target = 'zone',
      step = '3600',
    } = read.value.options;
    if (organization === undefined) return err('--organization is missing');
    if (installation === undefined) return err('--installation is missing');
    if (from === undefined || !isLocalDate(from)) return err('--from takes a day such as 2026-03-01');
    if (to === undefined || !isLocalDate(to)) return err('--to takes a day such as 2026-03-31');
    if (to < from) return err('--to is before --from');
    const dataType = exportDataTypes.find((one) => one === data);
    if (dataType === undefined) return err(`--data takes ${exportDataTypes.join(', ')}`);
    if (target !== 'zone' && target !== 'passage') return err('--target takes zone or passage');
    if (!exportGranularities.some((one) => one === Number(step)))
      return err(`--step takes ${exportGranularities.join(', ')} seconds`);
    return ok({
      options: { organization, installation, from, to, data: dataType, target, step: Number(step) },
    });
  },
  async run({ organization, installation, from, to, data, target, step }, tools) {
    const scope = await findOrganization(organization, tools);
    if (scope === null) return false;
    const site = await findInstallation(installation, scope, tools);
    if (site === undefined) return false;
    const { topology } = site;
    let pending = '';
    const write = (text: string) => {
      const lines = `${pending}${text}`.split('\r\n');
      pending = lines.pop() ?? '';
      for (const line of lines) tools.out(line);
    };
    const asked = {
      dataType: data,
      target,
      installationId: topology.installationId,
      zoneIds: topology.zones.filter(({ parentIds }) => parentIds.length === 0).map(({ id }) => id),
      includeSubZones: true,
      granularity: step,
      ...toDaysSpan(topology, from, addDays(to, 1)),
    };
    const printed = await printExport(tools.exports, scope, asked, { write, signal: tools.signal });
    if (printed.ok) tools.result({ rows: printed.value });
    else tools.fail(printed.error.message);
    return printed.ok;
  },
});
