import { err, ok } from '@atrium/domain/core';
import { defineCommand, findOrganization, parseArguments } from '../../command.ts';

interface Options {
  readonly importId: number;
  readonly organization: string;
  readonly reason: string;
}

export const importUndo = defineCommand<Options>({
  name: 'import undo',
  summary: 'Undo an import of readings.',
  examples: ['atrium import undo 12 --organization "My organization" --reason "wrong sensor"'],
  usage: '<number of the import> --organization <name> --reason <text>',
  parse(args) {
    const read = parseArguments(args, { organization: 'text', reason: 'text' } as const, ['the number of the import']);
    if (!read.ok) return read;
    const { organization, reason } = read.value.options;
    if (organization === undefined) return err('--organization is missing');
    if (reason === undefined) return err('--reason is missing');
    const [text = ''] = read.value.words;
    if (!/^[1-9]\d{0,8}$/.test(text)) return err(`"${text}" is not the number of an import`);
    return ok({ options: { importId: Number(text), organization, reason } });
  },
  async run({ importId, organization, reason }, tools) {
    const scope = await findOrganization(organization, tools);
    if (scope === null) return false;
    const undone = await tools.undoReadingsImport(scope, importId, reason);
    if (!undone.ok) {
      tools.fail(undone.error.message);
      return false;
    }
    tools.out(`import ${importId} (${undone.value.fileName}) is undone`);
    tools.result({ importId });
    return true;
  },
});
