// Replay: shows a game up to a place in it. The page holds everything already; this only hides what comes later. The
// address names the place and the eyes, so that it leads back to both.
const game = document.getElementById('game');
const bar = document.getElementById('replay');
const el = (id) => document.getElementById(id);

if (game && el('story') && bar) start();

function start() {
  let items = [];
  let sections = [];
  let at = 0;
  let timer = 0;
  let steered = false; // the window moves to a place in the replay
  let left = 0; // where the window was when the reader went to a moment from the whole game
  let kept; // what is read while the page gets other eyes
  const calm = matchMedia('(prefers-reduced-motion: reduce)');

  const playing = () => bar.classList.contains('playing');
  const atEnd = () => at >= items.length - 1;

  // seatOf is who did what an item tells.
  function seatOf(item) {
    return item.dataset.seat ?? item.querySelector('.by a')?.hash.slice(2);
  }

  // gather takes what the page holds now.
  function gather() {
    items = [...el('story').children];
    sections = [...document.querySelectorAll('.part, .reveal')];
    bar.classList.toggle('live', 'events' in game.dataset);
    const plot = game.querySelector('.chance-plot');
    el('strip').hidden = !plot;
    el('strip').replaceChildren(...(plot ? [plot.cloneNode(true)] : []));
    jumps();
  }

  // place is where in the game an item is, as its headings have it.
  function place(i) {
    for (; i >= 0; i--) {
      const heading = items[i].querySelector(':scope > h3');
      if (heading) return heading.textContent;
    }
    return '';
  }

  // reading is which item is read: the last that begins above the middle of the window.
  function reading() {
    const root = document.documentElement;
    if (innerHeight + scrollY >= root.scrollHeight - 2) return items.length - 1;
    let low = -1;
    for (let high = items.length; high - low > 1;) {
      const i = (low + high) >> 1;
      if (items[i].getBoundingClientRect().top <= innerHeight / 2) low = i;
      else high = i;
    }
    return low;
  }

  // The players as they were where the replay stands, or, when all of the game is shown, where it is read.
  function players() {
    const i = !atEnd() || steered ? at : reading();
    table(i >= items.length - 1 ? Infinity : items[i] ? Number(items[i].dataset.n ?? items[i].id.slice(1)) : 0);
    cursor((100 * (i + 1)) / items.length);
  }

  // The cursor of the curves. In the middle of a replay what comes later is covered.
  function cursor(x) {
    for (const plot of document.querySelectorAll('.chance-plot')) {
      const line = plot.querySelector('.cursor');
      const veil = plot.querySelector('.veil');
      for (const end of ['x1', 'x2']) line.setAttribute(end, `${x}%`);
      const from = atEnd() ? 100 : reached(plot);
      veil.setAttribute('x', `${from}%`);
      veil.setAttribute('width', `${100 - from}%`);
    }
  }

  // reached is how far all lines of a plot are known where the replay stands: beyond its last dot a line leads to what comes later.
  function reached(plot) {
    const last = {};
    for (const dot of plot.querySelectorAll('.dot')) {
      const line = dot.classList[1];
      last[line] = Math.max(last[line] ?? 0, dot.dataset.at <= at ? parseFloat(dot.getAttribute('cx')) : 0);
    }
    return Math.min(...Object.values(last));
  }

  // pick is the item that a click on a curve means: that of a mark nearby, else by the place.
  function pick(plot, e) {
    let near = 9;
    let found;
    for (const mark of plot.querySelectorAll('[data-at]')) {
      const box = mark.getBoundingClientRect();
      const far = Math.hypot(box.x + box.width / 2 - e.clientX, box.y + box.height / 2 - e.clientY);
      if (far < near) [near, found] = [far, Number(mark.dataset.at)];
    }
    const box = plot.getBoundingClientRect();
    return found ?? Math.round(((e.clientX - box.left) / box.width) * items.length) - 1;
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
    el('later').hidden = at >= end;
    const current = items[at];
    for (const card of document.querySelectorAll('.card')) {
      card.classList.toggle('speaks', at < end && current !== undefined && card.dataset.seat === seatOf(current));
    }
    const slider = el('place');
    slider.max = String(end);
    slider.min = '-1';
    slider.value = String(at);
    const count = `${at + 1}/${end + 1}`;
    slider.setAttribute('aria-valuetext', `${place(at)} ${count}`);
    el('where').textContent = place(at);
    el('count').textContent = count;
    steered = follow && current !== undefined;
    players();
    if (steered) {
      // A long way is a jump: gliding over it shows nothing, and a glide that breaks off leaves the window in between.
      const near = Math.abs(current.getBoundingClientRect().top) < 2 * innerHeight;
      current.scrollIntoView({ block: 'center', behavior: near && !calm.matches ? 'smooth' : 'instant' });
    }
  }

  // write puts the place and the eyes into the address; what it held before is no step of its own to go back to.
  function write() {
    const url = new URL(location.href);
    if (game.dataset.as) url.searchParams.set('as', game.dataset.as);
    url.hash = atEnd() ? '' : at < 0 ? 'start' : items[at].id;
    try {
      history.replaceState(null, '', url);
    } catch { /* a file by itself, or more steps than the browser writes down */ }
  }

  function play() {
    if (atEnd()) show(-1, false);
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
    write();
    if (atEnd()) return pause();
    const letters = items[at].querySelector('.said')?.textContent.length ?? 20;
    const wide = /[\u3040-\u9fff]/.test(items[at].textContent) ? 2.2 : 1;
    timer = setTimeout(next, Math.min(9000, 700 + letters * wide * 22) / Number(el('speed').value));
  }

  function step(i) {
    pause();
    show(i, true);
    write();
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

  // jump opens the game where the address says: at an item, before all, or at its end with a part below it.
  function jump() {
    const name = location.hash.slice(1);
    const i = items.findIndex((e) => e.id === name);
    const part = el(name)?.closest('.part, .reveal, .i');
    if (i < 0 && name && name !== 'start' && !part) return; // a player, or nothing here
    pause();
    if (i >= 0) return show(i, true);
    if (name === 'start') return show(-1, false);
    show(items.length - 1, false);
    if (part) part.scrollIntoView();
    else scrollTo({ top: left, behavior: 'instant' });
  }

  // same is where a moment is among the items of other eyes: what everybody saw has the same number for all.
  function same(old) {
    const is = (e) => e.dataset.public === old.dataset.public && seatOf(e) === seatOf(old) && e.classList[1] === old.classList[1];
    const i = items.findIndex(is);
    return i >= 0 ? i : items.findLastIndex((e) => Number(e.dataset.public) <= Number(old.dataset.public));
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
  // In the middle of a replay the way to what tells the whole game leads to a question first.
  let wanted = '';
  game.addEventListener('click', (e) => {
    if (e.target.closest('a[href^="#"]') && atEnd()) left = scrollY;
    const part = e.target.closest('.parts a')?.hash;
    if (part && part !== '#talk' && !atEnd()) {
      e.preventDefault();
      wanted = part.slice(1);
      el('later').scrollIntoView({ block: 'center' });
      el('whole').focus({ preventScroll: true });
    }
    if (e.target.closest('#whole')) {
      step(items.length - 1);
      (el(wanted) ?? document.querySelector('.part'))?.scrollIntoView({ behavior: 'instant' });
    }
  });
  document.addEventListener('click', (e) => {
    const plot = e.target.closest('.chance-plot');
    if (plot) step(pick(plot, e));
  });
  addEventListener('hashchange', jump);
  let due = 0;
  addEventListener('scroll', () => {
    due ||= requestAnimationFrame(() => {
      due = 0;
      if (atEnd()) players();
    });
  }, { passive: true });
  const own = () => { // the reader moves the window
    steered = false;
    if (atEnd()) players();
  };
  for (const kind of ['scrollend', 'wheel', 'touchmove']) addEventListener(kind, own, { passive: true });
  addEventListener('beforeprint', () => table(Infinity));
  addEventListener('afterprint', players);
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
    const last = atEnd();
    gather();
    show(last ? items.length - 1 : at, false);
  });

  // The page gets other eyes: what is read keeps its place in the game and in the window.
  document.addEventListener('wolfden:before', () => {
    pause();
    const current = atEnd() ? items[reading()] : items[at];
    kept = { current, top: current?.getBoundingClientRect().top, last: atEnd() };
  });
  document.addEventListener('wolfden:after', (e) => {
    gather();
    const i = kept.current ? same(kept.current) : -1;
    show(kept.last ? items.length - 1 : i, false);
    if (items[i]) scrollBy({ top: items[i].getBoundingClientRect().top - kept.top, behavior: 'instant' });
    if (e.detail === 'back') jump();
    else write();
  });

  gather();
  label();
  bar.hidden = false;
  show(items.length - 1, false);
  if (location.hash) jump();
  else write();
}
