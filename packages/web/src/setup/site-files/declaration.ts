import type { ApolloClient } from '@apollo/client';
import { changeZone, type DeclaredDevice, isInService, type SiteDeclaration } from '@atrium/domain/setup/site-files';
import {
  type DeclarationFragment,
  EditSiteDocument,
  SetUpSiteDocument,
  type SiteDeclarationInput,
} from './operations.generated.ts';

/** Converts a server answer: removes the client's additions, narrows the kinds of devices to those of the domain. */
export function toDeclaration(answer: DeclarationFragment): SiteDeclaration {
  const plain = copyOf(answer) as DeclarationFragment;
  return {
    ...plain,
    devices: plain.devices.map((device) => ({ ...device, kind: device.kind as DeclaredDevice['kind'] })),
  };
}

/** Converts a declaration to the API's input. */
export const toInput = (site: SiteDeclaration): SiteDeclarationInput => copyOf(site) as SiteDeclarationInput;

const copyOf = (value: object): unknown =>
  JSON.parse(JSON.stringify(value, (key, part) => (key === '__typename' ? undefined : part)));

/** `unclear`: several zones of the site have that name. */
type SaveAreaResult = 'taken' | 'conflict' | 'unclear' | 'failed';

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
