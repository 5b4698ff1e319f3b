import { profileLanguages } from '@atrium/domain/access';
import { enqueueMail } from '../../notifications/index.ts';
import type { Database } from '../../platform/relational/index.ts';
import { systemScope } from '../../platform/tenancy/index.ts';
import type { ExportsDependencies } from '../exports-dependencies.ts';
import type { ExportJob, ExportProblem } from '../job.ts';
import { getWords } from '../words.ts';

/** Notifies the requester that there is no file, with the reason and what to do. */
export async function mailFailure(
  { contactsOf, sites, catalogues, clock, links }: ExportsDependencies,
  transaction: Database,
  job: ExportJob,
  problem: ExportProblem,
): Promise<void> {
  const members = await contactsOf(job.organizationId);
  const member = members.find(({ userId }) => userId === job.userId);
  if (member?.email == null) return;
  // The requester chose the site, so its name reveals nothing about their current access.
  const site = await sites.topology(systemScope(job.organizationId), job.installationId);
  const words = getWords(await catalogues(), profileLanguages.find((one) => one === member.language) ?? 'en');
  await enqueueMail(
    transaction,
    {
      organizationId: job.organizationId,
      recipient: member.email,
      language: member.language,
      dedupeKey: `export/${job.id}/failed/${job.attempts}`,
      at: clock.now(),
    },
    'exportFailed',
    {
      site: site?.name ?? '',
      dataType: words(`exports.dataType.${job.request.dataType}`),
      problem,
      link: links.to('/export-data'),
    },
  );
}
