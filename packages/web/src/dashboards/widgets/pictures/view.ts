import type { Span } from '@atrium/domain/core';
import type { Widget } from '@atrium/domain/dashboards/definitions';
import type { LiveMode, WidgetContext, WidgetNumbers } from '@atrium/domain/dashboards/widgets';
import type { Coverage } from '@atrium/domain/measurements';
import type { ComponentType, ReactNode } from 'react';
import type { ChartTable } from '../../../charts/index.ts';
import type { ExportSearch } from '../../../exports/index.ts';
import type { Site } from '../../site/site.ts';
import type { WidgetNumber } from './widget-number.ts';

/** What a view is given. `numbers` is empty of a type that fetches what it shows itself. */
export interface WidgetViewProps {
  readonly widget: Widget;
  readonly numbers: WidgetNumbers;
  readonly context: WidgetContext;
  /** The site whose clock, hours and events the widget goes by. */
  readonly site: Site;
  /** px of what is drawn; the width is what the page gives. */
  readonly height: number;
  /** How it follows the present; null while it shows the past. */
  readonly live: LiveMode | null;
  /** Puts something into the card's second line: legend, readout. */
  readonly setLine: (line: ReactNode) => void;
  /** For types that fetch their own: what 'show as table', CSV and copy are made of. */
  readonly setTable: (table: WidgetTable | null) => void;
  /** For types that fetch their own: the numbers that `explains` then knows by their keys. */
  readonly setNumbers: (numbers: readonly WidgetNumber[]) => void;
  /** For types that fetch their own: how much was reported of what they were answered with. */
  readonly setCoverage: (coverage: Coverage | null) => void;
  /** Opens what a number is made of; null where nothing explains it. */
  readonly explains: WidgetExplains | null;
  /** Changes the page's filters; null where the page cannot be filtered. */
  readonly act: WidgetActs | null;
}

/** Numbers as a table: `read` as they are written on the screen, `plain` bare for files. */
export type WidgetTable = (form: 'read' | 'plain') => ChartTable;

/** Explains a number by its key, that of its series; or its value at a point of its course, or its mean over several. */
export interface WidgetExplains {
  readonly open: (key: string, spans?: readonly Span[]) => void;
  readonly isOpen: (key: string) => boolean;
}

/** What a widget may do to the page around it. */
export interface WidgetActs {
  /** Null where the page is not filtered by zone: then nothing looks as if it could be chosen. */
  readonly chooseZone: ((zoneId: number) => void) | null;
  /** ms; whole days of the site. */
  readonly chooseSpan: (from: number, to: number) => void;
  /** Leads to the export of what a widget shows; null where nobody may take out data, or nowhere is to be gone from here. */
  readonly exportData?: ((seen: ExportSearch) => void) | null;
}

/** What `view.tsx` of each type exports. */
export interface WidgetViewModule {
  readonly View: ComponentType<WidgetViewProps>;
}
