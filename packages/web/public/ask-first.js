// Asks what the page stands on while its scripts are on their way, and fetches its words; the server says in the page
// what that is. Whoever asks the same for the same person is handed the answer (src/app/graphql/early-answers.ts). No modules:
// it must not wait.
(() => {
  var { cookies, asks } = document.currentScript.dataset;
  var { first, numbers, words } = JSON.parse(asks);
  (words[language()] ?? []).forEach(fetchWords);
  var viewAs = cookie('view-as');
  var token = viewAs ?? cookie('token');
  // A token that outlived the browser session it was stored in is renewed before it counts.
  if (token === null || (viewAs === null && cookie('session') === null) || !isFresh(token)) return;
  var path = location.pathname.split('/');
  var sent = new Map();
  // Before the rest: what to ask for is the only answer that another question waits for.
  var asked = numbers && askNumbers(numbers);
  for (var question of first) sent.set(keyOf(question), ask(question));
  window.askedFirst = { token, at: performance.now(), sent, numbers: asked };

  async function askNumbers({ questions, answers }) {
    var { data } = await (await ask(questions)).json();
    var [told] = Object.values(data ?? {});
    for (var queries of Array.isArray(told?.[0]) ? told : [told ?? []])
      if (queries.length > 0) sent.set(keyOf({ ...answers, queries }), ask({ ...answers, queries }));
  }

  /** `id`: which part of the address it is about; `search`: whether it is about what stands behind that too. */
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
    // Asked once more by whoever wanted the answer.
    response.catch(() => undefined);
    return response;
  }

  /** As src/i18n chooses it, nearly always; another one is only fetched later. */
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
