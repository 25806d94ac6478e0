// Live: puts what the server sends into the page. The pieces were made and escaped by the server; the policy of the page
// keeps anything in them from running.
const game = document.getElementById('game');
const story = document.getElementById('story');

if (game?.dataset.events) follow();

function follow() {
  const policy = window.trustedTypes?.createPolicy('wolfden', { createHTML: (s) => s }) ?? { createHTML: (s) => s };
  const source = new EventSource(`${game.dataset.events}&after=${game.dataset.seen}`);

  source.onmessage = (message) => {
    const news = JSON.parse(message.data);
    const atEnd = innerHeight + scrollY > document.documentElement.scrollHeight - 160;
    for (const item of news.items) put(item);
    if (news.players) swap(document.getElementById('players'), news.players);
    if (news.costs) {
      swap(document.getElementById('costs-table'), news.costs);
      reveal('costs');
    }
    for (const day of news.ledger ?? []) merge(day);
    document.getElementById('now').textContent = news.now;
    game.dataset.seen = message.lastEventId;
    document.dispatchEvent(new CustomEvent('wolfden:news'));
    if (atEnd) scrollTo({ top: document.documentElement.scrollHeight });
    if (news.over) {
      source.close();
      game.dataset.over = '1';
      setTimeout(() => location.reload(), 4000); // everything may be seen now
    }
  };

  // put adds an item, or replaces the one that it continues.
  function put(item) {
    const box = document.createElement('ol');
    swap(box, item.html);
    const fresh = box.firstElementChild;
    const old = document.getElementById(item.id);
    if (old) old.replaceWith(fresh);
    else story.append(fresh);
  }

  // merge puts rows of a day into the table of what was said, thought and done.
  function merge(html) {
    const box = document.createElement('table');
    swap(box, html);
    const day = box.tBodies[0];
    const old = document.getElementById(day.id);
    if (!old) {
      insert(document.getElementById('ledger-table'), day, (e) => Number(e.dataset.day ?? -1));
    } else {
      for (const row of [...day.rows].slice(1)) {
        document.getElementById(row.id)?.remove();
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
    document.getElementById(id).closest('section').hidden = false;
    document.querySelector(`.parts a[href="#${id}"]`).hidden = false;
  }

  function swap(element, html) {
    element.innerHTML = policy.createHTML(html);
  }
}
