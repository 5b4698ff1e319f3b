import { useQuery } from '@apollo/client/react';
import type { Reference } from '@atrium/domain/pages/definitions';
import { useText } from '../../../i18n/index.ts';
import { useMayDo } from '../../../people/organization/index.ts';
import type { Site } from '../../site-page/site.ts';
import { WidgetPlacesDocument } from '../../widgets/operations.generated.ts';
import { AlertsToShowDocument } from '../operations.generated.ts';

export interface Named {
  readonly id: number;
  readonly name: string;
}

/**
 * Objects an option may refer to, by type. Doors and sensors are those of the page's site, the rest those of all sites.
 */
export type NamedReferences = Readonly<Record<Reference | 'alert', readonly Named[]>>;

export function useNamedReferences(sites: readonly Site[], shown: Site): NamedReferences {
  const { locale } = useText();
  const { installationId } = shown.topology;
  const mayAlerts = useMayDo('alerts');
  const { data } = useQuery(WidgetPlacesDocument, { variables: { installationId }, fetchPolicy: 'cache-first' });
  const alerts = useQuery(AlertsToShowDocument, { skip: !mayAlerts, fetchPolicy: 'cache-first' });
  const several = sites.length > 1;
  const inOrder = (all: readonly Named[]) =>
    all.toSorted((one, other) => one.name.localeCompare(other.name, locale, { numeric: true }));
  const devices = data === undefined ? [] : [...data.padsByInstallation, ...data.devicesAtmosphereByInstallation];
  const categories = new Map(sites.flatMap((site) => site.categories.map((one) => [one.id, one] as const)));
  return {
    installation: sites.map(({ topology }) => ({ id: topology.installationId, name: topology.name })),
    zone: sites.flatMap(({ topology }) =>
      topology.zones.map(({ id, name }) => ({ id, name: several ? `${topology.name} · ${name}` : name })),
    ),
    passage: inOrder(data?.passagesByInstallation ?? []),
    device: inOrder(devices),
    tagCategory: [...categories.values()],
    tag: [...categories.values()].flatMap(({ name, tags }) =>
      tags.map((tag) => ({ id: tag.id, name: `${name} · ${tag.name}` })),
    ),
    alert: inOrder(alerts.data?.alertConnection.nodes ?? []),
  };
}
