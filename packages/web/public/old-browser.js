// Lists the supported browsers in an unsupported one. Uses the syntax of 2009, so that it runs there.
// biome-ignore lint/complexity/useArrowFunction: not supported by older browsers
(function () {
  var w = window;
  var isSupported =
    typeof Map === 'function' &&
    typeof Map.groupBy === 'function' &&
    typeof URL === 'function' &&
    typeof URL.canParse === 'function' &&
    typeof Intl === 'object' &&
    typeof Intl.Segmenter === 'function';
  if (isSupported) return;

  var browsers = 'Chrome 120, Edge 120, Firefox 125, Safari 17.4';
  var words = {
    en: 'This browser is too old for Atrium. Update it, or use one of these or a newer one: ',
    fr: 'Ce navigateur est trop ancien pour Atrium. Mettez-le à jour, ou utilisez l’un de ceux-ci ou un plus récent : ',
    de: 'Dieser Browser ist zu alt für Atrium. Aktualisieren Sie ihn, oder verwenden Sie einen von diesen oder einen neueren: ',
    es: 'Este navegador es demasiado antiguo para Atrium. Actualícelo o utilice uno de estos o uno más reciente: ',
    it: 'Questo browser è troppo vecchio per Atrium. Lo aggiorni oppure usi uno di questi o uno più recente: ',
    ar: 'هذا المتصفح قديم جدًا بالنسبة إلى Atrium. حدِّثه أو استخدم أحد هذه المتصفحات أو ما هو أحدث منها: ',
  };
  var language = String(navigator.language || 'en').slice(0, 2);
  if (!words[language]) language = 'en';

  function show() {
    var page = document.documentElement;
    page.lang = language;
    page.dir = language === 'ar' ? 'rtl' : 'ltr';
    if (!document.body) page.appendChild(document.createElement('body'));
    var text = document.createElement('p');
    text.setAttribute('role', 'alert');
    text.style.cssText = 'max-width: 480px; margin: 20vh auto 0; padding: 0 24px; font: 16px/1.5 sans-serif';
    text.appendChild(document.createTextNode(words[language] + browsers));
    document.body.textContent = '';
    document.body.appendChild(text);
  }

  // Stops loading the page, which would fail halfway.
  if (w.stop) {
    w.stop();
    show();
  } else {
    w.onload = show;
  }
})();
