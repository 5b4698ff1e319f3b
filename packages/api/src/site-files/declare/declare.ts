import type { Instant } from '@atrium/domain/core';
import type { SiteState } from '../../sites/stored/index.ts';
import type { Reading } from '../format/reading/reading.ts';
import type { SiteFile } from '../format/site-file.ts';
import { declareAlerts, declareRecipientLists } from './declare-alerts.ts';
import { declareDashboards } from './declare-dashboards.ts';
import { declareInstallations } from './declare-installations.ts';
import { declareMapViews } from './declare-map-views.ts';
import { declareNavigation } from './declare-navigation.ts';
import { declareOrganization, declareProfiles, declareTags, declareUsers } from './declare-organization.ts';
import { Declaring } from './declaring.ts';

export interface DeclareOptions {
  /** When moves and removals take effect. */
  readonly now: Instant;
  /** Whether records missing from the file are removed. Profiles and users never are. */
  readonly prune: boolean;
}

/**
 * Builds the state the file asks for from the stored one. Reports contradictions and unknown names to `reading`. The
 * result is only valid if there are no problems.
 */
export function declareSites(
  file: SiteFile,
  current: SiteState,
  reading: Reading,
  { now, prune }: DeclareOptions,
): SiteState {
  const declaring = new Declaring(current, reading, now, prune);
  declareOrganization(file, declaring);
  declareTags(file, declaring);
  declareProfiles(file, declaring);
  declareInstallations(file, declaring);
  declareMapViews(file, declaring);
  declareUsers(file, declaring);
  declareDashboards(file, declaring);
  declareNavigation(file, declaring);
  declareRecipientLists(file, declaring);
  declareAlerts(file, declaring);
  dropLostTags(declaring);
  return declaring.next;
}

/** Removes deleted tags from zones that the file does not mention. */
function dropLostTags({ next }: Declaring): void {
  for (const [key, zone] of next.zone) {
    const tags = zone.tags.filter((tag) => next.tag.has(tag));
    if (tags.length < zone.tags.length) next.zone.set(key, { ...zone, tags });
  }
}
