// Live: puts what the server sends into the page: what happens, and the same game with other eyes. The pieces were made and
// escaped by the server; the policy of the page keeps anything in them from running.
const game = document.getElementById('game');
const policy = window.trustedTypes?.createPolicy('wolfden', { createHTML: (s) => s }) ?? { createHTML: (s) => s };
const el = (id) => document.getElementById(id);
let source; // of news, while the game goes on
let wanted = 0; // which page was asked for last

if (game) {
  watch();
  let shown = location.search;
  document.querySelector('.lang')?.addEventListener('click', (e) => {
    const link = e.target.closest('a');
    if (!link) return;
    const here = new URL(location.href); // with the eyes and the moment
    here.searchParams.set('lang', link.hreflang);
    link.href = here;
  });
  game.addEventListener('click', (e) => {
    const link = e.target.closest('.eyes a:not([download]), .reveal a');
    if (!link || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
    e.preventDefault();
    look(link.href, 'go').then(() => { shown = location.search; });
  });
  addEventListener('popstate', () => {
    if (location.search === shown) return;
    shown = location.search;
    look(location.href, 'back');
  });
}

function watch() {
  if (game.dataset.events) follow();
}

// look shows the game as an address has it, without leaving the page or the moment: because the reader goes there or back, or to
// have the same again.
async function look(address, why) {
  const turn = ++wanted;
  try {
    const reply = await fetch(address);
    if (!reply.ok) throw new Error(reply.statusText);
    const fresh = new DOMParser().parseFromString(policy.createHTML(await reply.text()), 'text/html').getElementById('game');
    if (turn !== wanted) return;
    change(fresh, address, why);
  } catch {
    if (turn === wanted) location.assign(address);
  }
}

function change(fresh, address, why) {
  source?.close();
  document.dispatchEvent(new CustomEvent('wolfden:before'));
  game.replaceChildren(...fresh.childNodes);
  for (const name of Object.keys(game.dataset)) delete game.dataset[name];
  Object.assign(game.dataset, fresh.dataset);
  if (why === 'go') history.pushState(null, '', address);
  document.dispatchEvent(new CustomEvent('wolfden:after', { detail: why }));
  if (why === 'go') {
    const chosen = game.querySelector('.eyes [aria-current]');
    (chosen?.closest('details')?.querySelector('summary') ?? chosen)?.focus({ preventScroll: true });
  }
  watch();
}

function follow() {
  source = new EventSource(`${game.dataset.events}&after=${game.dataset.seen}`);
  const own = source;

  own.onmessage = (message) => {
    const news = JSON.parse(message.data);
    const atEnd = innerHeight + scrollY > document.documentElement.scrollHeight - 160;
    for (const item of news.items) put(item);
    if (news.players) swap(el('players'), news.players);
    if (news.costs) {
      swap(el('costs-table'), news.costs);
      reveal('costs');
    }
    for (const day of news.ledger ?? []) merge(day);
    el('now').textContent = news.now;
    game.dataset.seen = message.lastEventId;
    document.dispatchEvent(new CustomEvent('wolfden:news'));
    if (atEnd) scrollTo({ top: document.documentElement.scrollHeight });
    if (news.over) {
      own.close();
      end(atEnd);
    }
  };
}

// end puts in what a page has whose game is over. The eyes stay: what they were not told is shown when the reader asks, and who
// followed the game to its end is led to the question.
async function end(followed) {
  const address = new URL(location.href);
  address.searchParams.set('as', game.dataset.as);
  await look(address, 'again');
  game.dataset.over = '1';
  if (followed) el('end')?.scrollIntoView({ block: 'center', behavior: 'instant' });
}

// put adds an item, or replaces the one that it continues.
function put(item) {
  const box = document.createElement('ol');
  swap(box, item.html);
  const fresh = box.firstElementChild;
  const old = el(item.id);
  if (old) old.replaceWith(fresh);
  else el('story').append(fresh);
}

// merge puts rows of a day into the table of what was said, thought and done.
function merge(html) {
  const box = document.createElement('table');
  swap(box, html);
  const day = box.tBodies[0];
  const old = el(day.id);
  if (!old) {
    insert(el('ledger-table'), day, (e) => Number(e.dataset.day ?? -1));
  } else {
    for (const row of [...day.rows].slice(1)) {
      el(row.id)?.remove();
      insert(old, row, (e) => Number(e.dataset.seat ?? 0));
    }
  }
  reveal('ledger');
}

// insert puts an element in its place among the others.
function insert(parent, element, order) {
  parent.insertBefore(element, [...parent.children].find((e) => order(e) > order(element)) ?? null);
}

// reveal shows a part that was empty until now, and the way to it.
function reveal(id) {
  el(id).closest('section').hidden = false;
  document.querySelector(`.parts a[href="#${id}"]`).hidden = false;
}

function swap(element, html) {
  element.innerHTML = policy.createHTML(html);
}
