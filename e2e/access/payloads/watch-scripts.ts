import type { Page } from '@playwright/test';

/** Detects on a page that a text was treated as markup or script. */
export interface Watch {
  /** Returns scripts that ran or were blocked since the last call, and payload elements in the page. */
  findings(): Promise<readonly string[]>;
}

/** Records scripts that run, violations of the content security policy, and dialogs. */
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
      const standing = await page.evaluate(findPayloadElements);
      return [...heard.splice(0), ...standing];
    },
  };
}

/** Returns elements and attributes that exist only if a payload was parsed as markup; runs in the page. */
function findPayloadElements(): readonly string[] {
  const found: string[] = [];
  const look = (element: Element): void => {
    const name = element.tagName.toLowerCase();
    for (const attribute of element.attributes) {
      const told = `${name} ${attribute.name}="${attribute.value.slice(0, 60)}"`;
      if (/^on/i.test(attribute.name)) found.push(`a handler: ${told}`);
      const isAddress = /^(href|src|action|formaction|data|poster|xlink:href)$/i.test(attribute.name);
      if (isAddress && /^\s*(javascript|vbscript):/i.test(attribute.value)) found.push(`an address: ${told}`);
      // Parses nested documents too, e.g. the preview of a mail.
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
