const data = JSON.parse(document.getElementById('data').textContent);
const rates = data.scale === '1-5';
const store = 'wolfden-judge-2-' + data.form;
const main = document.querySelector('main');
const live = document.getElementById('live');
const bar = document.getElementById('bar');
const fresh = () => ({ rater: '', id: drawID(), lang: data.lang, at: 0, practised: false, orders: {}, touched: {}, answers: {}, spent: {}, comments: {}, places: {} });
let state = load();
let steps = stepsOf(state.rater);
let held = -1;
let warned = false;

const tick = watch((seconds) => {
  const s = now();
  if (s && !s.practice) state.spent[id(s)] = (state.spent[id(s)] || 0) + seconds;
});

function load() {
  try {
    const kept = JSON.parse(localStorage.getItem(store));
    if (kept && typeof kept.rater === 'string' && words[kept.lang] && Object.keys(fresh()).every((k) => k in kept)) return kept;
  } catch { /* a browser that keeps nothing still asks */ }
  return fresh();
}
function save() { try { localStorage.setItem(store, JSON.stringify(state)); } catch { /* as above */ } }
addEventListener('pagehide', () => { tick(); save(); });
const w = () => (rates ? { ...words[state.lang], ...words[state.lang].rate } : words[state.lang]);
const id = (s) => s.game.id + '/' + s.criterion.letter;

// The question that is asked now, if one is.
function now() {
  if (!state.rater) return null;
  if (!state.practised) return practiceStep(state.lang);
  return steps[state.at] || null;
}
// What is on the page of a question: the names in order, or the rating of each player, 0 for none yet.
function orderOf(s) { return state.orders[id(s)] || (state.orders[id(s)] = rates ? s.game.players.map(() => 0) : drawn(state.rater, s)); }

function show() {
  tick();
  document.documentElement.lang = state.lang;
  document.title = document.getElementById('title').textContent = w().title;
  const other = document.getElementById('language');
  other.textContent = w().other;
  other.lang = state.lang === 'en' ? 'ja' : 'en';
  other.onclick = () => { state.lang = other.lang; save(); show(); };
  const part = document.getElementById('part');
  part.textContent = w().part;
  part.hidden = !state.rater || !state.practised;
  part.onclick = () => (Object.keys(state.answers).length ? download() : tell(w().none));
  document.getElementById('progress').textContent = '';
  bar.hidden = true;
  held = -1;
  warned = false;
  main.replaceChildren();
  const s = now();
  if (!state.rater) welcome();
  else if (s) ask(s);
  else finish();
}

function welcome() {
  const form = make('form');
  const input = make('input', '', { id: 'rater', required: true, maxLength: 60, autocomplete: 'off' });
  const label = make('label', w().name + ' ');
  label.append(input);
  const begin = make('button', w().begin, { className: 'main' });
  form.append(make('p', w().intro + w().later(data.rater)), make('p', w().time), data.rater ? make('p', w().yours(data.rater)) : label, ' ', begin);
  form.onsubmit = async (e) => {
    e.preventDefault();
    const rater = data.rater || input.value.trim();
    if (!rater) return;
    state.rater = rater;
    steps = stepsOf(rater);
    await recall();
    save();
    show();
  };
  main.append(form);
  (data.rater ? begin : input).focus();
}

// What a server has kept of a rater who goes on in another browser.
async function recall() {
  if (!data.served) return;
  try {
    const r = await fetch('answers?rater=' + encodeURIComponent(state.rater));
    for (const a of r.ok ? (await r.json()).answers : []) {
      const s = steps.find((one) => id(one) === a.game + '/' + a.criterion);
      if (!s) continue;
      const key = id(s);
      if (a.id) state.id = a.id;
      state.practised = state.touched[key] = true;
      state.spent[key] = a.seconds || 0;
      state.comments[key] = a.comment || '';
      state.answers[key] = a.cannot_tell ? 'cannot' : rates ? s.game.players.map((p) => a.ratings[p.player_name]) : a.ranking;
      if (!a.cannot_tell) state.orders[key] = [...state.answers[key]];
    }
    while (state.at < steps.length && state.answers[id(steps[state.at])]) state.at++;
  } catch { /* it is said when an answer cannot be kept */ }
}

function ask(s) {
  const pair = make('div', '', { className: 'pair' });
  const left = make('section');
  const box = gameLog(s.game, w(), state.lang);
  left.append(make('h2', w().log), box);
  const right = make('section');
  right.append(make('p', w().help, { id: 'help' }));
  const list = rates ? marks(s) : make('ol', '', { id: 'ranking' });
  if (!rates) list.setAttribute('aria-label', w().best);
  list.setAttribute('aria-describedby', 'help');
  right.append(list, s.practice ? '' : comment(s), buttons(s), players(s.game));
  pair.append(left, right);
  const letter = s.criterion.letter ? s.criterion.letter + '. ' : '';
  main.append(make('h2', letter + s.criterion[state.lang], { id: 'question' }), pair);
  progress(s);
  if (rates) (list.querySelector('fieldset:first-child input:checked') ?? list.querySelector('input')).focus({ preventScroll: true });
  else fill(s, list, 0);
  goTo(box, state.places[s.game.id]);
  box.onscroll = () => { state.places[s.game.id] = placeOf(box); };
  scrollTo(0, 0);
  save();
}

function progress(s) {
  const answered = Object.keys(state.answers).length;
  document.getElementById('progress').textContent = s.practice ? w().practice : w().step(state.at + 1, steps.length, s.g + 1, data.games.length, answered);
  bar.hidden = Boolean(s.practice);
  bar.max = steps.length;
  bar.value = answered;
  bar.setAttribute('aria-label', document.getElementById('progress').textContent);
}

function buttons(s) {
  const row = make('p', '', { className: 'buttons' });
  const next = make('button', s.practice ? w().start : w().next, { id: 'next', className: 'main', type: 'button' });
  next.onclick = () => decide(s);
  row.append(next, ' ');
  if (s.practice) {
    const skip = make('button', w().skipPractice, { id: 'skip', type: 'button' });
    skip.onclick = practised;
    row.append(skip);
    return row;
  }
  const cannot = make('button', w().cannot, { id: 'cannot', type: 'button' });
  cannot.onclick = () => keep(s, 'cannot');
  const back = make('button', w().back, { id: 'back', type: 'button', disabled: state.at === 0 });
  back.onclick = () => { tick(); state.at--; save(); show(); };
  row.append(cannot, ' ', back);
  if (state.answers[id(s)] === 'cannot') row.append(' ', make('span', w().could));
  return row;
}

function practised() {
  state.practised = true;
  save();
  show();
}

function comment(s) {
  const label = make('label', w().comment, { className: 'comment' });
  const text = make('textarea', '', { id: 'comment', rows: 2, maxLength: 2000, value: state.comments[id(s)] || '' });
  text.oninput = () => { state.comments[id(s)] = text.value; save(); };
  label.append(text);
  return label;
}

// A row of buttons for every player, in the order drawn for the rater.
function marks(s) {
  const box = make('div', '', { id: 'ratings' });
  for (const name of drawn(state.rater, s)) {
    const at = s.game.players.findIndex((p) => p.player_name === name);
    const row = make('fieldset');
    row.append(make('legend', name));
    const radios = [1, 2, 3, 4, 5].map((n) => {
      const label = make('label');
      const button = make('input', '', { type: 'radio', name: 'rating-' + at, value: n, checked: orderOf(s)[at] === n });
      button.onchange = () => { orderOf(s)[at] = n; save(); };
      label.append(button, ' ' + n);
      row.append(label);
      return button;
    });
    row.onkeydown = (e) => {
      const button = radios[Number(e.key) - 1];
      if (button) { button.focus(); button.click(); } else if (e.key === 'Enter') decide(s); else return;
      e.preventDefault();
    };
    box.append(row);
  }
  return box;
}

function players(game) {
  const box = make('div', '', { className: 'players' });
  box.append(make('h2', w().players));
  for (const p of game.players) {
    const who = w().is(p.player_name, roleName(state.lang, p.role));
    if (!p.character) {
      box.append(make('p', who));
      continue;
    }
    const d = make('details');
    d.append(make('summary', who), make('p', p.character, { lang: game.lang }));
    box.append(d);
  }
  return box;
}

// What is kept of an answer: the order, the ratings, or that the rater cannot tell.
function answer(s) {
  const key = id(s);
  const given = state.answers[key];
  const a = { game: s.game.id, criterion: s.criterion.letter, kind: 'human', wording: data.wording, rater: state.rater, id: state.id, place: s.place, shown: drawn(state.rater, s) };
  a.seconds = Math.round((state.spent[key] || 0) * 10) / 10;
  if ((state.comments[key] || '').trim()) a.comment = state.comments[key].trim();
  if (rates) a.scale = data.scale;
  if (given === 'cannot') a.cannot_tell = true;
  else if (rates) a.ratings = Object.fromEntries(s.game.players.map((p, i) => [p.player_name, given[i]]));
  else a.ranking = given;
  return a;
}

// An order that nobody touched is not taken for an opinion at once, and half the ratings never.
function decide(s) {
  if (rates ? orderOf(s).includes(0) : !state.touched[id(s)] && !warned) {
    warned = true;
    tell(w().untouched);
    return;
  }
  if (s.practice) practised();
  else keep(s, [...orderOf(s)]);
}
async function keep(s, given) {
  tick();
  const before = state.answers[id(s)];
  state.answers[id(s)] = given;
  if (data.served) {
    try {
      const r = await fetch('answers', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(answer(s)) });
      if (!r.ok) throw new Error(r.status);
    } catch {
      if (before) state.answers[id(s)] = before; else delete state.answers[id(s)];
      tell(w().lost);
      return;
    }
  }
  state.at++;
  save();
  show();
}
function tell(text) {
  document.getElementById('progress').textContent = text;
  live.textContent = text;
}

// All that is answered so far, as a file.
function answersLink() {
  const file = JSON.stringify({ answers: steps.filter((s) => state.answers[id(s)]).map(answer) }) + '\n';
  return make('a', w().save, { id: 'save', download: 'answers-' + state.rater.replace(/[^\p{L}\p{N}_-]+/gu, '_') + '.json', href: URL.createObjectURL(new Blob([file], { type: 'application/json' })) });
}
function download() {
  tick();
  answersLink().click();
}

function finish() {
  document.getElementById('part').hidden = true;
  main.append(make('p', w().done, { id: 'done' }));
  const link = answersLink();
  const p = make('p');
  p.append(link);
  main.append(p, make('p', data.served ? w().kept : w().send), make('p', w().number(state.id)));
  const back = make('button', w().back, { type: 'button' });
  back.onclick = () => { state.at = steps.length - 1; save(); show(); };
  main.append(back);
  if (!data.rater) {
    const clear = make('button', w().clear, { type: 'button' });
    clear.onclick = () => { state = { ...fresh(), lang: state.lang }; save(); show(); };
    main.append(' ', clear);
  }
  link.focus();
}
