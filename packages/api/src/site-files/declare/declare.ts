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
  /** Whether what the file leaves out goes. Profiles and users never do. */
  readonly prune: boolean;
}

/**
 * The state the file asks for, given the stored one. What contradicts itself or names what does not exist is reported
 * to `reading` with its place; the answer is only worth something when nothing was.
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

/** Zones the file does not mention lose the tags that go. */
function dropLostTags({ next }: Declaring): void {
  for (const [key, zone] of next.zone) {
    const tags = zone.tags.filter((tag) => next.tag.has(tag));
    if (tags.length < zone.tags.length) next.zone.set(key, { ...zone, tags });
  }
}
