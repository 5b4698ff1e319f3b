import { maxAttachmentBytes } from '@atrium/domain/actions/exports';
import { toSiteDay } from '@atrium/domain/core';
import { profileLanguages } from '@atrium/domain/people/access';
import type { Topology } from '@atrium/domain/sites';
import { enqueueMail } from '../../../people/notifications/index.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import type { ExportsDependencies } from '../exports-dependencies.ts';
import type { ExportJob } from '../job.ts';
import { listPossibleRecipients, type PossibleRecipient } from '../request-export.ts';
import { getWords, type Words } from '../words.ts';

export interface MadeFile {
  readonly job: ExportJob;
  readonly site: Topology;
  readonly fileKey: string;
  readonly bytes: number;
  readonly rows: number;
  readonly expiresAt: number;
}

/** Returns the file name, e.g. `Arcades du Lac, Counting, 2026-11-16 – 2026-11-22.xlsx`. */
export function buildFileName({ request }: Pick<ExportJob, 'request'>, site: Topology, words: Words): string {
  const [first, last] = [toSiteDay(site, request.from), toSiteDay(site, request.to - 1)];
  const days = first === last ? first : `${first} – ${last}`;
  return `${site.name}, ${words(`exports.dataType.${request.dataType}`)}, ${days}.${request.format}`;
}

type Needs = Pick<
  ExportsDependencies,
  'clock' | 'files' | 'links' | 'catalogues' | 'contactsOf' | 'namesOf' | 'scopeOfMember' | 'sites'
>;

/**
 * Enqueues the mails of a file to the recipients who may receive it now. `round` is part of the outbox key, so that a
 * file can be sent again. Returns the keys.
 */
export async function mailFile(
  deps: Needs,
  transaction: Database,
  scope: Scope,
  file: MadeFile,
  round: string,
): Promise<Pick<ExportJob, 'mails' | 'wasAttached'>> {
  const { job, bytes } = file;
  const members = await listPossibleRecipients(deps, scope, job.installationId);
  const isAttached = bytes <= maxAttachmentBytes;
  const mails: { userId: number; key: string }[] = [];
  // A file that is sent again names the user who resends it.
  const owner = scope.viewedBy ?? job.request.askedBy ?? job.userId;
  const askedBy = owner === null ? '' : ((await deps.namesOf(scope, [owner])).get(owner) ?? '');
  for (const member of members) {
    if (!job.request.userIds.includes(member.userId) || member.whyNot !== null || member.email === null) continue;
    const dedupeKey = `export/${job.id}/${round}/${member.userId}`;
    await enqueueMail(
      transaction,
      {
        organizationId: scope.organizationId,
        recipient: member.email,
        language: member.language,
        dedupeKey,
        at: deps.clock.now(),
        expiresAt: file.expiresAt,
      },
      'exportReady',
      await buildMail(deps, file, member, askedBy, isAttached),
    );
    mails.push({ userId: member.userId, key: dedupeKey });
  }
  return { mails, wasAttached: isAttached };
}

async function buildMail(
  { catalogues, files, links }: Needs,
  file: MadeFile,
  { userId, language }: PossibleRecipient,
  askedBy: string,
  isAttached: boolean,
) {
  const { job, site, fileKey, bytes, rows, expiresAt } = file;
  const words = getWords(await catalogues(), profileLanguages.find((one) => one === language) ?? 'en');
  const name = buildFileName(job, site, words);
  const address = files.addresses.buildDownloadUrl({ key: fileKey, name, holder: String(userId) }, expiresAt);
  return {
    site: site.name,
    dataType: words(`exports.dataType.${job.request.dataType}`),
    timezone: site.timezone,
    from: job.request.from,
    to: job.request.to,
    rows,
    bytes,
    askedBy,
    link: links.to(address as `/${string}`),
    until: expiresAt,
    attachment: isAttached ? { filename: name, format: job.request.format, file: fileKey } : null,
  };
}
