import { HelpPage } from '../help/index.ts';
import { setOverlay } from '../shell/overlay.ts';

export function HelpScreen() {
  return <HelpPage onTutorial={() => setOverlay('tutorial')} />;
}
