/** An XSS payload: closes attributes and elements and opens its own. */
export const payload =
  '\'"></title><script>__ran(1)</script><img src=x onerror=__ran(2)><svg onload=__ran(3)>{{7*7}}\u202E';

/** The same without slashes, where they separate names. */
export const withoutSlash = '\'"><img src=x onerror=__ran(2)><svg onload=__ran(3)>{{7*7}}';

/** A payload that spreadsheets would compute as a formula. */
export const formula = `=HYPERLINK("javascript:__ran(4)")${withoutSlash}`;

/** A URL that runs a script. */
export const address = 'javascript:__ran(5)';

/** The part of each payload that readers see. */
export const shown = '<img src=x onerror=__ran(2)>';

/** Links an attacker may send, with payloads where the product reads them. */
export const sentAddresses: readonly string[] = [
  `/login?redirect=${encodeURIComponent(address)}&email=${encodeURIComponent(payload)}`,
  `/counting?q=${encodeURIComponent(payload)}#${encodeURIComponent(payload)}`,
  `/invitation?token=${encodeURIComponent(payload)}`,
  `/t/${encodeURIComponent(payload)}`,
];
