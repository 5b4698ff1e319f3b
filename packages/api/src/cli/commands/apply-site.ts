import { text } from 'node:stream/consumers';
import { ok } from '@atrium/domain/core';
import { applySiteFile, describeChange, summarizeChanges } from '../../site-files/index.ts';
import { defineCommand, readArguments } from '../command.ts';

export const applySite = defineCommand<{ readonly dryRun: boolean; readonly prune: boolean }>({
  name: 'site apply',
  usage: '<site.yaml> [--dry-run] [--prune]',
  parse(args) {
    const read = readArguments(args, { 'dry-run': 'flag', prune: 'flag' }, ['the site file']);
    if (!read.ok) return read;
    const { options, words } = read.value;
    return ok({ options: { dryRun: options['dry-run'], prune: options.prune }, file: words[0] as string });
  },
  // A dry run changes nothing, so it makes no installation either.
  schema: ({ dryRun }) => ({ migrates: false, creates: !dryRun }),
  async run({ dryRun, prune }, { input, fileName, provisioning, out, fail }) {
    const outcome = await applySiteFile(provisioning, await text(input), { dryRun, prune, within: null });
    for (const { line, column, message } of outcome.problems) fail(`${fileName}:${line}:${column}: ${message}`);
    if (outcome.problems.length > 0) return false;
    for (const change of outcome.changes) out(describeChange(change));
    out(summarizeChanges(outcome.changes));
    return true;
  },
});
