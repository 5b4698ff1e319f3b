import type { Page } from '@playwright/test';

/** What shows on a page that a text was taken for more than text. */
export interface Watch {
  /** What ran or tried to, since it was asked last, and what stands in the page to be run. */
  findings(): Promise<readonly string[]>;
}

/** Hears of scripts that run, of those that the page's policy keeps from running, and of dialogs. */
export async function watchScripts(page: Page): Promise<Watch> {
  const heard: string[] = [];
  await page.exposeFunction('__ran', (which: unknown) => void heard.push(`script ${which} ran`));
  await page.exposeFunction('__kept', (what: string) => void heard.push(`the policy kept from running: ${what}`));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      (window as unknown as { __kept(what: string): void }).__kept(`${effectiveDirective} ${blockedURI}`);
    });
  });
  page.on('dialog', (dialog) => {
    heard.push(`a dialog said ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) heard.push(message.text());
  });
  return {
    async findings() {
      const standing = await page.evaluate(bornOfPayloads);
      return [...heard.splice(0), ...standing];
    },
  };
}

/** Elements and attributes that only a text taken for markup brings about; runs in the page. */
function bornOfPayloads(): readonly string[] {
  const found: string[] = [];
  const look = (element: Element): void => {
    const name = element.tagName.toLowerCase();
    for (const attribute of element.attributes) {
      const told = `${name} ${attribute.name}="${attribute.value.slice(0, 60)}"`;
      if (/^on/i.test(attribute.name)) found.push(`a handler: ${told}`);
      const isAddress = /^(href|src|action|formaction|data|poster|xlink:href)$/i.test(attribute.name);
      if (isAddress && /^\s*(javascript|vbscript):/i.test(attribute.value)) found.push(`an address: ${told}`);
      // A page within the page, such as the preview of a mail, is read as the browser reads it.
      if (attribute.name === 'srcdoc') lookInto(new DOMParser().parseFromString(attribute.value, 'text/html'));
    }
    if (name === 'img' && element.getAttribute('src') === 'x') found.push('an image of a payload');
    if (/^(script|style)$/.test(name) && /__ran/.test(element.textContent ?? '')) found.push(`a ${name} of a payload`);
    if (element.shadowRoot) lookInto(element.shadowRoot);
  };
  const lookInto = (root: ParentNode): void => {
    for (const element of root.querySelectorAll('*')) look(element);
  };
  lookInto(document);
  return found;
}
