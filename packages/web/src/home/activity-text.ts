import * as v from 'valibot';
import type { Say } from '../i18n/index.ts';

export interface ActivityEntry {
  readonly action: string;
  /** null: the product itself, or somebody gone. */
  readonly actorName: string | null;
  /** As the server recorded it; its shape depends on the action. */
  readonly details: unknown;
}

const organization = v.object({ name: v.string() });
const counts = v.object({ created: v.number(), updated: v.number(), removed: v.number() });

/** What happened, in a sentence. Actions and details this version does not know are named as they are. */
export function activityText(say: Say, { action, actorName, details }: ActivityEntry): string {
  const actor = actorName ?? say('home.activity.system');
  if (action === 'organization.changed' && v.is(organization, details))
    return say('home.activity.organizationChanged', { actor, name: details.name });
  if (action === 'siteFile.applied' && v.is(counts, details)) {
    const { created, updated, removed } = details;
    return say('home.activity.siteFileApplied', { actor, created, updated, removed });
  }
  return say('home.activity.other', { actor, action });
}
