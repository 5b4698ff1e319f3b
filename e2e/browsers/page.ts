import { setTimeout as sleep } from 'node:timers/promises';
import type { Driver } from './drivers/driver.ts';

/** An element by selector, and optionally by its full accessible name or text, or its beginning. */
export interface Target {
  readonly selector: string;
  readonly name?: string;
  readonly begins?: string;
}

/** Timeout for a busy machine. */
const patienceMs = 60_000;
const pollMs = 100;

/** Texts the page shows instead of its content after an error. */
const faultWords = /An unexpected error occurred|A new version is available|can’t be reached/;

/** Finds `target` as `element` in the page: the first visible match. */
const find = ({ selector, name, begins }: Target) => `
  const nameOf = (element) =>
    (element.getAttribute('aria-label') ?? (element.labels?.[0] ?? element).innerText ?? '').trim().replace(/\\s+/g, ' ');
  const wanted = ${JSON.stringify(name ?? null)};
  const beginning = ${JSON.stringify(begins ?? '')};
  const element = [...document.querySelectorAll(${JSON.stringify(selector)})].find((one) =>
    one.checkVisibility({ visibilityProperty: true }) && (wanted === null || nameOf(one) === wanted) && nameOf(one).startsWith(beginning));`;

const describe = ({ selector, name, begins }: Target) => [selector, name ?? begins ?? ''].join(' ');

/** A page that journeys use as people do: with mouse, touch and keys at window positions. */
export class BrowserPage {
  readonly driver: Driver;

  constructor(driver: Driver) {
    this.driver = driver;
  }

  async visit(path: string): Promise<void> {
    await this.driver.open(this.driver.origin + path);
  }

  /** Waits until the body of an async function in the page returns a truthy value, and returns it. */
  async until<Value>(what: string, body: string): Promise<Value> {
    const deadline = Date.now() + patienceMs;
    let problem: unknown;
    for (;;) {
      try {
        const value = await this.driver.run(body);
        if (value) return value as Value;
      } catch (error) {
        // The page is navigating.
        problem = error;
      }
      if (Date.now() > deadline) throw new Error(`waited for ${what} at ${await this.describe()}`, { cause: problem });
      await sleep(pollMs);
    }
  }

  async shows(target: Target): Promise<void> {
    await this.until(describe(target), `${find(target)} return element !== undefined;`);
  }

  async hides(target: Target): Promise<void> {
    await this.until(`${describe(target)} to go`, `${find(target)} return element === undefined;`);
  }

  async isAt(pattern: RegExp): Promise<void> {
    await this.until(`the address ${pattern}`, `return ${pattern}.test(location.pathname + location.search);`);
  }

  /** Returns the visible text of the page. */
  async words(): Promise<string> {
    return (await this.driver.run('return document.body.innerText;')) as string;
  }

  /** Clicks the center of an element once nothing covers it. */
  async click(target: Target, pointerType: 'mouse' | 'touch' = 'mouse'): Promise<void> {
    const { x, y } = await this.until<{ x: number; y: number }>(
      `${describe(target)} to be free to press`,
      `${find(target)}
      if (!element || element.disabled) return null;
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const { left, top, width, height } = element.getBoundingClientRect();
      const x = Math.round(left + width / 2), y = Math.round(top + height / 2);
      const hit = document.elementFromPoint(x, y);
      return hit && (element.contains(hit) || hit.control === element || hit.closest('label')?.control === element) ? { x, y } : null;`,
    );
    await this.driver.perform([
      {
        type: 'pointer',
        id: pointerType,
        parameters: { pointerType },
        actions: [
          { type: 'pointerMove', x, y, duration: 0 },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ]);
  }

  /** Types into the focused element. */
  async type(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.driver.perform([{ type: 'key', id: 'keyboard', actions }]);
  }

  /** Replaces the text of a field. */
  async fill(target: Target, text: string): Promise<void> {
    await this.click(target);
    await this.driver.run('document.activeElement.select?.();');
    await this.type(text);
  }

  /** Fails with the page's text if it shows an error instead of its content. */
  async hasNoFault(): Promise<void> {
    const words = await this.words();
    if (faultWords.test(words)) throw new Error(`a fault at ${await this.describe()}`);
  }

  private async describe(): Promise<string> {
    const where = await this.driver.run('return location.href + ":\\n" + document.body.innerText.slice(0, 1500);');
    return String(where);
  }
}

/** Keys without a letter, in WebDriver's encoding. */
export const keys = { escape: '\uE00C' } as const;
