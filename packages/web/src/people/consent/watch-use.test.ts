import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UsageEvent } from './sinks.ts';
import { watchUse } from './watch-use.ts';

let told: UsageEvent[];
let stop: () => void;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  document.body.innerHTML = `
    <input data-usage-field="sites.search"><label data-usage-field="help.search"><input id="inner"></label>
    <input id="password" type="password">
    <main data-usage="sales"><button>Sort</button><select><option>a</option></select></main><button id="out">Out</button>`;
  told = [];
  stop = watchUse(document, (event) => told.push(event));
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const find = (selector: string) => document.querySelector(selector) as HTMLInputElement;
function type(selector: string, value: string): void {
  find(selector).value = value;
  find(selector).dispatchEvent(new InputEvent('input', { bubbles: true, data: value }));
}
function at(time: number, selector: string, name: string): void {
  const event = new Event(name, { bubbles: true });
  Object.defineProperty(event, 'timeStamp', { value: time });
  find(selector).dispatchEvent(event);
}

describe('typing (G15)', () => {
  it('is reported once, 800 ms after the last key, with the field’s name', () => {
    type('[data-usage-field="sites.search"]', 'a');
    vi.advanceTimersByTime(799);
    type('[data-usage-field="sites.search"]', 'ab');
    vi.advanceTimersByTime(799);
    expect(told).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(told).toEqual([{ kind: 'typed', field: 'sites.search' }]);
  });

  it('is reported per field, and only for named fields', () => {
    type('[data-usage-field="sites.search"]', 'a');
    type('#inner', 'b');
    type('#password', 'c');
    vi.advanceTimersByTime(5000);
    expect(told).toEqual([
      { kind: 'typed', field: 'sites.search' },
      { kind: 'typed', field: 'help.search' },
    ]);
  });

  it('never reports or reads the typed text', () => {
    const field = find('[data-usage-field="sites.search"]');
    const read = vi.fn(() => 'a secret');
    Object.defineProperty(field, 'value', { get: read });
    field.dispatchEvent(new InputEvent('input', { bubbles: true, data: 'a secret' }));
    vi.advanceTimersByTime(5000);
    expect(told).toHaveLength(1);
    expect(JSON.stringify(told)).not.toContain('secret');
    expect(read).not.toHaveBeenCalled();
  });

  it('is dropped when watching ends', () => {
    type('[data-usage-field="sites.search"]', 'a');
    stop();
    vi.advanceTimersByTime(5000);
    type('[data-usage-field="sites.search"]', 'b');
    vi.advanceTimersByTime(5000);
    expect(told).toEqual([]);
  });
});

describe('activity on the sales pages (G15)', () => {
  it('is reported at most every 3000 ms', () => {
    for (const time of [0, 100, 2999]) at(time, 'main button', 'click');
    expect(told).toEqual([{ kind: 'sales used' }]);
    at(3000, 'main select', 'change');
    expect(told).toHaveLength(2);
  });

  it('is not reported elsewhere', () => {
    at(0, '#out', 'click');
    expect(told).toEqual([]);
  });
});
