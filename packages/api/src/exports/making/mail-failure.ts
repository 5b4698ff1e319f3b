import { profileLanguages } from '@atrium/domain/access';
import { enqueueMail } from '../../notifications/index.ts';
import type { Database } from '../../platform/relational/index.ts';
import { systemScope } from '../../platform/tenancy/index.ts';
import type { ExportsDependencies } from '../exports-dependencies.ts';
import type { ExportJob, ExportProblem } from '../job.ts';
import { wordsIn } from '../words.ts';

/** Tells who asked that there is no file, and what to do. */
export async function mailFailure(
  { contactsOf, sites, catalogues, clock, links }: ExportsDependencies,
  transaction: Database,
  job: ExportJob,
  problem: ExportProblem,
): Promise<void> {
  const members = await contactsOf(job.organizationId);
  const member = members.find(({ userId }) => userId === job.userId);
  if (member?.email == null) return;
  // They named the site themselves; whether they may still see it is not told by its name.
  const site = await sites.topology(systemScope(job.organizationId), job.installationId);
  const words = wordsIn(await catalogues(), profileLanguages.find((one) => one === member.language) ?? 'en');
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
