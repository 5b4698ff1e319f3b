import { type WidgetType, widgetTypes } from '@atrium/domain/pages/definitions';
import type { Stored } from '@atrium/domain/pages/widgets';
import type { Translate } from '../../../i18n/index.ts';

/** Names a widget type. Unknown types keep their technical name. */
export function formatWidgetType(type: unknown, t: Translate): string {
  return isType(type) ? t(`drafts.type.${type}`) : String(type);
}

/** Names a widget by its title, else by its type. */
export function getWidgetTitle(widget: Stored | undefined, t: Translate): string {
  const title = typeof widget?.title === 'string' ? widget.title.trim() : '';
  return title === '' ? formatWidgetType(widget?.type, t) : title;
}

const isType = (type: unknown): type is WidgetType => widgetTypes.includes(type as WidgetType);
