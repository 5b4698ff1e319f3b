import './display.css';
import { createPage } from './draw.ts';
import { listen } from './listen.ts';
import type { DisplayState } from './screen.ts';

const token = decodeURIComponent(location.pathname.split('/').pop() ?? '');
const draw = createPage(document.body);
let standing: DisplayState = { screen: null, heardAt: performance.now(), isVoid: false };

function become(next: DisplayState): void {
  standing = next;
  draw(standing, performance.now());
}

draw(standing, performance.now());
setInterval(() => draw(standing, performance.now()), 1000);
listen(token, {
  heard: (screen) => become({ screen, heardAt: performance.now(), isVoid: false }),
  refused: () => become({ screen: null, heardAt: performance.now(), isVoid: true }),
});

/** Keeps the display awake, if the browser can. */
const wakeLock = (navigator as { wakeLock?: { request(type: 'screen'): Promise<unknown> } }).wakeLock;
const stayAwake = () => document.visibilityState === 'visible' && wakeLock?.request('screen').catch(() => {});
document.addEventListener('visibilitychange', stayAwake);
void stayAwake();
