import type { ApolloClient } from '@apollo/client';
import { changeZone, isInService } from '@atrium/domain/site-files';
import { toDeclaration, toInput } from './declaration.ts';
import { EditSiteDocument, SetUpSiteDocument } from './operations.generated.ts';

/** Result; `unclear`: several zones of the site have that name. */
export type SaveAreaResult = 'taken' | 'conflict' | 'unclear' | 'failed';

/** Sets the area of a zone, m², through the site editor's API and rules. */
export async function saveArea(
  client: ApolloClient,
  {
    installationId,
    zone: name,
    area,
  }: { readonly installationId: number; readonly zone: string; readonly area: number },
): Promise<SaveAreaResult> {
  const read = await client
    .query({ query: SetUpSiteDocument, variables: { installationId }, fetchPolicy: 'network-only' })
    .catch(() => null);
  if (!read?.data) return 'failed';
  const { declaration, version } = read.data.editedSite;
  const site = toDeclaration(declaration);
  const [zone, ...others] = site.zones.filter((one) => isInService(one) && one.name === name);
  if (zone === undefined || others.length > 0) return 'unclear';
  const next = toInput(changeZone(site, zone.key, { area }));
  const saved = await client
    .mutate({ mutation: EditSiteDocument, variables: { declaration: next, version, dryRun: false } })
    .catch(() => null);
  if (saved?.data?.editSite.isConflict) return 'conflict';
  return saved?.data?.editSite.applied ? 'taken' : 'failed';
}
