import { isExternalUrl, parseSameOriginPath } from '@atrium/domain/core';
import { readGlobalFilter, readWidget, widgetVersion } from '@atrium/domain/pages/definitions';
import { definition } from './definition.ts';
import { block, list, nullable, type Read, type Reader, scalar } from './readers.ts';
import { choice, email, flag, key, text } from './values.ts';

const widget = definition('a widget', (raw) => ({ ...defaultWidgetFields(0), ...raw }), readWidget);
const globalFilter = definition('a global filter', (raw) => raw, readGlobalFilter);

/** Default fields of a widget, derived from its position on the page. */
export const defaultWidgetFields = (index: number) => ({ version: widgetVersion, id: index + 1, order: index });

const page = block(
  'a page',
  { key },
  {
    name: text,
    icon: nullable(text),
    widgets: list('widgets', widget),
    widgetGlobalFilters: list('global filters', globalFilter),
  },
);

export const dashboard = block(
  'a dashboard',
  { key },
  {
    name: text,
    icon: nullable(text),
    marketPlaceType: nullable(text),
    user: nullable(email),
    installation: nullable(key),
    profiles: nullable(list('profiles', text)),
    pages: list('pages', page),
  },
);

const isInside = (value: string) => parseSameOriginPath(value.replace(/\{[^{}"%]+\}/g, '1')).ok;

/** A URL with keys in place of ids; see `rewriteIds`. */
const pinnedAddress: Reader<string> = scalar(
  'an address of the product, like /counting/{key of an installation}',
  (value) => (typeof value === 'string' && isInside(value) ? value : null),
);

const linkedAddress: Reader<string> = scalar('an https address, or one of the product like /help', (value) =>
  typeof value === 'string' && (isInside(value) || isExternalUrl(value)) ? value : null,
);

export const bookmark = block(
  'a bookmark',
  { title: text, url: pinnedAddress },
  { target: choice(['_self', '_blank']) },
);

export const link = block(
  'a link',
  { text, url: linkedAddress },
  { iconSrc: nullable(linkedAddress), openOutside: flag },
);

export type DeclaredDashboard = Read<typeof dashboard>;
export type DeclaredPage = Read<typeof page>;
