import { err, type Failure, failure, ok, type Result, startOfSiteDay, toSiteDay } from '@atrium/domain/core';
import { listOutline, listTopZones } from '@atrium/domain/sites';
import type { AnswerQueries } from '../../numbers/index.ts';
import { insideCorrectionsStore, type StoredCorrection } from '../../numbers/inside-corrections/index.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { countFlow, countInside, countZones } from './count-inside.ts';
import type { ShownScreen } from './screen.ts';
import { screensStore } from './screens.store.ts';
import { type ShowDependencies, showScreens } from './show-screens.ts';

export interface ScreenReads extends ShowDependencies {
  readonly db: Database;
  /** Answers the same queries without any corrections. */
  readonly answerAsCounted: AnswerQueries;
}

/** Details of a screen for the staff. */
export interface ScreenDetails {
  readonly shown: ShownScreen;
  /** People by the door counters alone. Null: unknown. */
  readonly counted: number | null;
  /** People in the last 15 minutes. Null: unknown. */
  readonly cameIn: number | null;
  readonly wentOut: number | null;
  /** Outermost zones, where the number can be corrected. */
  readonly zones: readonly { readonly id: number; readonly name: string; readonly inside: number | null }[];
  /** Since the site's day began, newest first. */
  readonly corrections: readonly StoredCorrection[];
}

export async function readScreens(reads: ScreenReads, scope: Scope): Promise<readonly ShownScreen[]> {
  return showScreens(reads, scope, await screensStore(reads.db).all(scope));
}

export async function readScreen(
  reads: ScreenReads,
  scope: Scope,
  screenId: number,
  signal?: AbortSignal,
): Promise<Result<ScreenDetails, Failure>> {
  const { answerQueries, answerAsCounted, sites, clock } = reads;
  const screen = await screensStore(reads.db).find(scope, screenId);
  const site = screen === null ? null : await sites.topology(scope, screen.installationId);
  const [shown] = screen === null ? [] : await showScreens(reads, scope, [screen], signal);
  if (site === null || shown === undefined) return err(failure('NOT_FOUND', 'No such screen', 'screenId'));
  const now = clock.now();
  const outermost = listOutline(listTopZones(site.zones));
  const ids = outermost.map(({ id }) => id);
  const asking = { scope, site, now, signal };
  const [counted, flow, inside, corrections] = await Promise.all([
    countInside({ ...asking, answerQueries: answerAsCounted }),
    countFlow({ ...asking, answerQueries }),
    // A single zone holds everyone inside, so it reuses the number instead of a second query.
    ids.length === 1 && shown.inside !== null ? [shown.inside] : countZones({ ...asking, answerQueries }, ids),
    insideCorrectionsStore(reads.db).since(scope, ids, startOfSiteDay(site, toSiteDay(site, now))),
  ]);
  return ok({
    shown,
    counted: counted.inside,
    cameIn: flow.in,
    wentOut: flow.out,
    zones: outermost.map(({ id, name }, index) => ({ id, name, inside: inside[index] ?? null })),
    corrections,
  });
}
