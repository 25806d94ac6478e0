// Replay: shows a game up to a place in it. The page holds everything already; this only hides what comes later.
const game = document.getElementById('game');
const story = document.getElementById('story');
const bar = document.getElementById('replay');
const el = (id) => document.getElementById(id);

if (game && story && bar) start();

function start() {
  let items = [...story.children];
  let at = items.length - 1;
  let timer = 0;
  const live = 'events' in game.dataset;
  const sections = [...document.querySelectorAll('.part, .reveal')];
  const calm = matchMedia('(prefers-reduced-motion: reduce)');

  const playing = () => bar.classList.contains('playing');

  // place is where in the game an item is, as its headings have it.
  function place(i) {
    for (; i >= 0; i--) {
      const heading = items[i].querySelector(':scope > h3');
      if (heading) return heading.textContent;
    }
    return '';
  }

  // The players as they were at an entry.
  function table(n) {
    for (const card of document.querySelectorAll('.card')) {
      const dies = 'died' in card.dataset;
      const dead = dies && Number(card.dataset.died) <= n;
      const told = Number(card.dataset.told ?? 0);
      card.classList.toggle('dead', dead);
      toggle(card, '.fate .then', dead || !dies);
      toggle(card, '.fate .before', dies && !dead);
      if (told) {
        toggle(card, '.told', told <= n);
        toggle(card, '.unknown', told > n);
        const role = card.querySelector('.role');
        if (card.dataset.side) role.classList.toggle(card.dataset.side, told <= n);
      }
    }
  }

  function toggle(card, selector, on) {
    const e = card.querySelector(selector);
    if (e) e.hidden = !on;
  }

  function show(i, follow) {
    const end = items.length - 1;
    at = Math.max(-1, Math.min(end, i));
    items.forEach((e, k) => {
      e.classList.toggle('future', k > at);
      e.classList.toggle('now', k === at && at < end);
    });
    for (const s of sections) s.classList.toggle('future', at < end);
    const current = items[at];
    table(at === end ? Infinity : Number(current?.dataset.n ?? 0));
    for (const card of document.querySelectorAll('.card')) {
      card.classList.toggle('speaks', at < end && current !== undefined && card.dataset.seat === current.dataset.seat);
    }
    const slider = el('place');
    slider.max = String(end);
    slider.min = '-1';
    slider.value = String(at);
    const count = `${at + 1}/${end + 1}`;
    slider.setAttribute('aria-valuetext', `${place(at)} ${count}`);
    el('where').textContent = place(at);
    el('count').textContent = count;
    if (follow && current) {
      current.scrollIntoView({ block: 'center', behavior: calm.matches ? 'auto' : 'smooth' });
    }
  }

  function play() {
    if (at >= items.length - 1) show(-1, false);
    bar.classList.add('playing');
    label();
    next();
  }

  function pause() {
    clearTimeout(timer);
    bar.classList.remove('playing');
    label();
  }

  function label() {
    const text = playing() ? bar.dataset.pause : bar.dataset.play;
    el('play').title = text;
    el('play').querySelector('.hide').textContent = text;
  }

  // An item stays as long as it takes to read.
  function next() {
    if (!playing()) return;
    show(at + 1, true);
    if (at >= items.length - 1) return pause();
    const letters = items[at].querySelector('.said')?.textContent.length ?? 20;
    const wide = /[\u3040-\u9fff]/.test(items[at].textContent) ? 2.2 : 1;
    timer = setTimeout(next, Math.min(9000, 700 + letters * wide * 22) / Number(el('speed').value));
  }

  function step(i) {
    pause();
    show(i, true);
  }

  function jumps() {
    const list = el('jump');
    while (list.options.length > 1) list.remove(1);
    items.forEach((e, i) => {
      const heading = e.querySelector(':scope > h3, h4');
      const event = ['executed', 'dead', 'attack', 'over'].some((k) => e.classList.contains(k));
      if (!heading && !event) return;
      const text = (heading ?? e.querySelector('p')).textContent.trim();
      list.add(new Option((heading && !e.classList.contains('votes') ? '' : '\u2003') + text, String(i)));
    });
  }

  // jump goes to the item that the address names.
  function jump() {
    const i = items.findIndex((e) => '#' + e.id === decodeURIComponent(location.hash));
    if (i < 0) return;
    pause();
    if (i > at) show(i, true);
    else items[i].scrollIntoView({ block: 'center' });
  }

  el('play').addEventListener('click', () => (playing() ? pause() : play()));
  el('first').addEventListener('click', () => step(-1));
  el('back').addEventListener('click', () => step(at - 1));
  el('step').addEventListener('click', () => step(at + 1));
  el('last').addEventListener('click', () => step(items.length - 1));
  el('place').addEventListener('input', (e) => step(Number(e.target.value)));
  el('jump').addEventListener('change', (e) => {
    if (e.target.value !== '') step(Number(e.target.value));
    e.target.value = '';
  });
  addEventListener('hashchange', jump);
  document.addEventListener('keydown', (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || e.target.closest('input, select, textarea, summary, [contenteditable]')) return;
    const plain = !e.target.closest('button, a');
    const keys = { ArrowRight: () => step(at + 1), ArrowLeft: () => step(at - 1) };
    if (plain) keys[' '] = () => (playing() ? pause() : play());
    if (!keys[e.key]) return;
    e.preventDefault();
    keys[e.key]();
  });

  // News of a game that goes on: who is at the end stays there.
  document.addEventListener('wolfden:news', () => {
    const last = at >= items.length - 1;
    items = [...story.children];
    jumps();
    show(last ? items.length - 1 : at, false);
  });

  jumps();
  label();
  bar.hidden = false;
  show(at, false);
  if (location.hash) jump();
  if (live) bar.classList.add('live');
}
