import { useText } from '../../../i18n/index.ts';
import { Quiet } from '../chrome/quiet.tsx';
import type { WidgetViewProps } from '../view.ts';

/** In the place of a type this build has no picture of. */
export function View({ widget }: WidgetViewProps) {
  const { say } = useText();
  return <Quiet icon="help" title={widget.type} detail={say('widgets.notImplemented')} />;
}
