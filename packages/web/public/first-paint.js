// Sets theme and page width before the first paint. No modules, because it must not wait.
(() => {
  // A browser may forbid storage, e.g. in a frame of another site. Then values live in memory until the page closes.
  for (var name of ['localStorage', 'sessionStorage']) {
    try {
      window[name].getItem('');
    } catch {
      Object.defineProperty(window, name, { value: forgetful() });
    }
  }
  function forgetful() {
    var kept = new Map();
    return {
      getItem: (key) => kept.get(String(key)) ?? null,
      setItem: (key, value) => void kept.set(String(key), String(value)),
      removeItem: (key) => void kept.delete(String(key)),
      clear: () => kept.clear(),
      key: (place) => [...kept.keys()][place] ?? null,
      get length() {
        return kept.size;
      },
    };
  }

  var root = document.documentElement;
  var stored = localStorage.getItem('atrium.theme');
  var dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';

  // Tablets show the 1200 px layout scaled, by the device's width, not the window's, so that zooming still enlarges.
  var viewport = document.querySelector('meta[name="viewport"]');
  function fit() {
    var landscape = matchMedia('(orientation: landscape)').matches;
    var width = landscape ? Math.max(screen.width, screen.height) : Math.min(screen.width, screen.height);
    viewport.setAttribute(
      'content',
      width >= 500 && width < 1024 ? 'width=1200' : 'width=device-width, initial-scale=1',
    );
  }
  fit();
  matchMedia('(orientation: landscape)').addEventListener('change', fit);
})();
