import './display.css';
import { runKiosk } from './run.ts';

runKiosk(decodeURIComponent(location.pathname.split('/').pop() ?? ''), document.body, {
  now: () => performance.now(),
  fetch: (...request) => fetch(...request),
  reload: () => location.reload(),
  random: Math.random,
});

/** Keeps the display awake, if the browser can. */
const wakeLock = (navigator as { wakeLock?: { request(type: 'screen'): Promise<unknown> } }).wakeLock;
const stayAwake = () => document.visibilityState === 'visible' && wakeLock?.request('screen').catch(() => {});
document.addEventListener('visibilitychange', stayAwake);
void stayAwake();
