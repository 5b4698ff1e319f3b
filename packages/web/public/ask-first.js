// Sends the page's first requests and fetches its texts while its scripts load; the server lists them in the page. The
// data client takes the responses (src/app/graphql/early-answers.ts). No modules, because it must not wait.
(() => {
  var { cookies, asks } = document.currentScript.dataset;
  var { first, numbers, words } = JSON.parse(asks);
  (words[language()] ?? []).forEach(fetchWords);
  var viewAs = cookie('view-as');
  var token = viewAs ?? cookie('token');
  // A token from an earlier browser session must be renewed first.
  if (token === null || (viewAs === null && cookie('session') === null) || !isFresh(token)) return;
  var path = location.pathname.split('/');
  var sent = new Map();
  // First, because the request for numbers depends on its response.
  var asked = numbers && askNumbers(numbers);
  // The data client may attach its handler too late, or never.
  asked?.catch(() => undefined);
  for (var question of first) sent.set(keyOf(question), ask(question));
  window.askedFirst = { token, at: performance.now(), sent, numbers: asked };

  async function askNumbers({ questions, answers }) {
    var { data } = await (await ask(questions)).json();
    var [told] = Object.values(data ?? {});
    for (var queries of Array.isArray(told?.[0]) ? told : [told ?? []])
      if (queries.length > 0) sent.set(keyOf({ ...answers, queries }), ask({ ...answers, queries }));
  }

  /** `id`: index of the path segment with the id; `search`: whether it needs the search parameters. */
  function variablesOf({ name: _name, query: _query, id, search, ...variables }) {
    return { ...(id && { id: Number(path[id]) }), ...variables, ...(search && { search: location.search }) };
  }

  function keyOf(question) {
    return `${question.name} ${JSON.stringify(variablesOf(question))}`;
  }

  function ask(question) {
    var { name: operationName, query } = question;
    var response = fetch('/v2/graphql', {
      method: 'POST',
      headers: {
        accept: 'application/graphql-response+json,application/json;q=0.9',
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify({ operationName, variables: variablesOf(question), query }),
    });
    // The data client sends it again.
    response.catch(() => undefined);
    return response;
  }

  /** Same choice as src/i18n in nearly all cases; otherwise the texts load later. */
  function language() {
    var wishes = [localStorage.getItem('atrium.language') ?? [], navigator.languages].flat();
    return wishes.map((wish) => wish.toLowerCase().split('-')[0]).find((wish) => wish in words) ?? 'fr';
  }

  function fetchWords(file) {
    var link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = `/${file}`;
    document.head.append(link);
  }

  function cookie(name) {
    var begin = `${cookies}-${name}=`;
    var found = document.cookie.split('; ').find((pair) => pair.startsWith(begin));
    return (found && decodeURIComponent(found.slice(begin.length))) || null;
  }

  function isFresh(token) {
    try {
      const claims = JSON.parse(atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')));
      return claims.exp * 1000 > Date.now();
    } catch {
      return false;
    }
  }
})();
