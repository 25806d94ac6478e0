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

  function swap(element, html) {
    element.innerHTML = policy.createHTML(html);
  }
}
