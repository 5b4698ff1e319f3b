import type { Span } from '@atrium/domain/core';
import type { Coverage } from '@atrium/domain/numbers';
import type { Widget } from '@atrium/domain/pages/definitions';
import type { LiveMode, WidgetContext, WidgetNumbers } from '@atrium/domain/pages/widgets';
import type { ComponentType, ReactNode } from 'react';
import type { ExportSearch } from '../../../actions/exports/export-search.ts';
import type { ChartTable } from '../../../charts/index.ts';
import type { Site } from '../../site-page/site.ts';
import type { WidgetNumber } from './widget-number.ts';

/** Props of a view. `numbers` is empty for types that load their own. */
export interface WidgetViewProps {
  readonly widget: Widget;
  readonly numbers: WidgetNumbers;
  readonly context: WidgetContext;
  /** The site whose time zone, hours and events apply. */
  readonly site: Site;
  /** Drawing height in px. The page determines the width. */
  readonly height: number;
  /** How it follows live data; null while it shows the past. */
  readonly live: LiveMode | null;
  /** Sets the card's second line: legend, readout. */
  readonly setLine: (line: ReactNode) => void;
  /** For types that load their own numbers: the table for 'show as table', CSV and copy. */
  readonly setTable: (table: WidgetTable | null) => void;
  /** For types that load their own numbers: those that `explains` can open by key. */
  readonly setNumbers: (numbers: readonly WidgetNumber[]) => void;
  /** For types that load their own numbers: their coverage. */
  readonly setCoverage: (coverage: Coverage | null) => void;
  /** Opens explanations; null if there are none. */
  readonly explains: WidgetExplains | null;
  /** Changes the page's filters; null if the page has none. */
  readonly act: WidgetActs | null;
}

/** Builds a table of the numbers: `read` formatted for the screen, `plain` for files. */
export type WidgetTable = (form: 'read' | 'plain') => ChartTable;

/** Opens the explanation of a number by its series key, as a whole, at one step, or as a mean over several. */
export interface WidgetExplains {
  readonly open: (key: string, spans?: readonly Span[]) => void;
  readonly isOpen: (key: string) => boolean;
}

/** Actions of a widget on its page. */
export interface WidgetActs {
  /** Null if the page has no zone filter. Then nothing looks clickable. */
  readonly chooseZone: ((zoneId: number) => void) | null;
  /** In ms; whole days of the site. */
  readonly chooseSpan: (from: number, to: number) => void;
  /** Opens the export of the shown data. Null without the right to export, or without navigation. */
  readonly exportData?: ((seen: ExportSearch) => void) | null;
}

/** Exports of each type's `*.view.tsx`. */
export interface WidgetViewModule {
  readonly View: ComponentType<WidgetViewProps>;
}
