// Runs before the first paint, so that the right theme and page width are there from the start. No modules: it must not wait.
(() => {
  var root = document.documentElement;
  var stored = null;
  try {
    stored = localStorage.getItem('atrium.theme');
  } catch {
    // Storage may be forbidden; the system's preference decides then.
  }
  var dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';

  // A tablet shows the 1200 px layout scaled. The device's width decides, not the window's: zooming must still enlarge.
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
