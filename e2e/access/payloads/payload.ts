/** What a browser would run, were it ever taken for more than text: closes attributes and elements, opens its own. */
export const payload =
  '\'"></title><script>__ran(1)</script><img src=x onerror=__ran(2)><svg onload=__ran(3)>{{7*7}}\u202E';

/** The same where a slash parts names. */
export const withoutSlash = '\'"><img src=x onerror=__ran(2)><svg onload=__ran(3)>{{7*7}}';

/** What a spreadsheet would compute besides. */
export const formula = `=HYPERLINK("javascript:__ran(4)")${withoutSlash}`;

/** An address that is none. */
export const address = 'javascript:__ran(5)';

/** What of each of them people read where it is shown. */
export const shown = '<img src=x onerror=__ran(2)>';

/** Addresses somebody may be sent, with scripts where the product reads them. */
export const sentAddresses: readonly string[] = [
  `/login?redirect=${encodeURIComponent(address)}&email=${encodeURIComponent(payload)}`,
  `/counting?q=${encodeURIComponent(payload)}#${encodeURIComponent(payload)}`,
  `/invitation?token=${encodeURIComponent(payload)}`,
  `/t/${encodeURIComponent(payload)}`,
];
