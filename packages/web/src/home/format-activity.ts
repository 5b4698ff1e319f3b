import * as v from 'valibot';
import type { Translate } from '../i18n/index.ts';

export interface ActivityEntry {
  readonly action: string;
  /** null: the system, or a former user. */
  readonly actorName: string | null;
  /** As recorded by the server; the shape depends on the action. */
  readonly details: unknown;
}

const named = v.object({ name: v.string() });
/** Texts with the name of the affected object. */
const namedTexts = {
  'alert.created': 'home.activity.alertCreated',
  'alert.changed': 'home.activity.alertChanged',
  'alert.deleted': 'home.activity.alertDeleted',
  'alert.switchedOn': 'home.activity.alertSwitchedOn',
  'alert.switchedOff': 'home.activity.alertSwitchedOff',
  'alert.muted': 'home.activity.alertMuted',
  'alert.unmuted': 'home.activity.alertUnmuted',
  'alert.acknowledged': 'home.activity.alertAcknowledged',
  'report.created': 'home.activity.reportCreated',
  'report.changed': 'home.activity.reportChanged',
  'report.switchedOn': 'home.activity.reportSwitchedOn',
  'report.switchedOff': 'home.activity.reportSwitchedOff',
  'report.deleted': 'home.activity.reportDeleted',
  'report.restored': 'home.activity.reportRestored',
  'screen.created': 'home.activity.screenCreated',
  'screen.changed': 'home.activity.screenChanged',
  'screen.switchedOn': 'home.activity.screenSwitchedOn',
  'screen.switchedOff': 'home.activity.screenSwitchedOff',
  'screen.linkRenewed': 'home.activity.screenLinkRenewed',
  'screen.deleted': 'home.activity.screenDeleted',
} as const;
const counts = v.object({ created: v.number(), updated: v.number(), removed: v.number() });

/** Describes an entry in a sentence. Unknown actions and details appear untranslated. */
export function formatActivity(t: Translate, { action, actorName, details }: ActivityEntry): string {
  const actor = actorName ?? t('home.activity.system');
  if (action === 'organization.changed' && v.is(named, details))
    return t('home.activity.organizationChanged', { actor, name: details.name });
  if (action === 'siteFile.applied' && v.is(counts, details)) {
    const { created, updated, removed } = details;
    return t('home.activity.siteFileApplied', { actor, created, updated, removed });
  }
  if (isNamed(action) && v.is(named, details)) return t(namedTexts[action], { actor, name: details.name });
  return t('home.activity.other', { actor, action });
}

const isNamed = (action: string): action is keyof typeof namedTexts => Object.hasOwn(namedTexts, action);
