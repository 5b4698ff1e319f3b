import type { Readable } from 'node:stream';
import { ok } from '@atrium/domain/core';
import {
  applySiteFile,
  describeChange,
  exportSiteFile,
  maxSiteFileLength,
  summarizeChanges,
} from '../../../setup/site-files/index.ts';
import { defineCommand, findOrganization, parseArguments } from '../command.ts';

export const exportSite = defineCommand<{ readonly organization: string }>({
  name: 'site export',
  summary: "Print an organization's sites as a site file.",
  examples: ['atrium site export "My organization" > sites.yaml'],
  usage: '<organization>',
  parse(args) {
    const read = parseArguments(args, {}, ['the name of the organization']);
    return read.ok ? ok({ options: { organization: read.value.words[0] as string } }) : read;
  },
  async run({ organization }, tools) {
    const scope = await findOrganization(organization, tools);
    if (scope === null) return false;
    const file = await exportSiteFile(tools.platform.relational.db, scope.organizationId);
    for (const line of file.trimEnd().split('\n')) tools.out(line);
    return true;
  },
});

export const applySite = defineCommand<{ readonly dryRun: boolean; readonly prune: boolean }>({
  name: 'site apply',
  summary: 'Create or update sites from a site file.',
  examples: ['atrium site apply my-site.yaml --dry-run', 'atrium site apply my-site.yaml'],
  usage: '<site.yaml> [--dry-run] [--prune]',
  parse(args) {
    const read = parseArguments(args, { 'dry-run': 'flag', prune: 'flag' }, ['the site file']);
    if (!read.ok) return read;
    const { options, words } = read.value;
    return ok({ options: { dryRun: options['dry-run'], prune: options.prune }, file: words[0] as string });
  },
  // A dry run changes nothing, so it creates no installation either.
  schema: ({ dryRun }) => ({ migrates: false, creates: !dryRun }),
  async run({ dryRun, prune }, { input, signal, fileName, provisioning, out, fail, result }) {
    const outcome = await applySiteFile(provisioning, await textOf(input), { dryRun, prune, within: null, signal });
    for (const { line, column, message } of outcome.problems) fail(`${fileName}:${line}:${column}: ${message}`);
    if (outcome.problems.length > 0) return false;
    const changes = outcome.changes.map(describeChange);
    for (const change of changes) out(change);
    out(summarizeChanges(outcome.changes));
    result({ changes });
    return true;
  },
});

/** Reads up to the size limit: a larger file is refused anyway. */
async function textOf(input: Readable): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of input as AsyncIterable<Buffer>) {
    parts.push(part);
    size += part.length;
    // A character has at most four bytes.
    if (size > 4 * maxSiteFileLength) break;
  }
  return Buffer.concat(parts).toString('utf8');
}
