'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const words = {
    en: {
      title: 'Ranking the players of Werewolf games', other: '日本語', name: 'Your name or a word of your own', begin: 'Begin',
      intro: 'You will see one game after another, and one criterion at a time. Put all players in order, the best first. ' +
        'Who won does not count.', step: (a, b, c, d) => `Question ${a} of ${b}: game ${c} of ${d}`,
      best: 'best first', help: 'Drag the names, or use the keyboard: ↑ ↓ go, Space takes and drops, ↑ ↓ move what is taken, Enter is the next question.',
      next: 'This is my ranking', back: 'Back', players: 'Characters', log: 'The game', done: 'Finished. Thank you!',
      save: 'Download the answers', send: 'Hand the downloaded file to whoever asked you.', kept: 'All answers have been kept.',
      held: (n, i) => `${n} taken, place ${i}`, dropped: (n, i) => `${n} dropped at place ${i}`, moved: (n, i) => `${n}, place ${i}`,
      lost: 'The answer could not be kept; check the connection and press the button again.', untouched: 'Nothing has been moved yet. Press again if this order is your ranking.', day: 'Day',
      clear: 'Start anew as somebody else',
      rate: {
        title: 'Rating the players of Werewolf games', next: 'These are my ratings', untouched: 'Somebody has no rating yet.',
        intro: 'You will see one game after another, and one criterion at a time. Rate every player from 1 (worst) to 5 (best). ' +
          'Several may have the same rating. Who won does not count.',
        help: 'From 1 (worst) to 5 (best). With the keyboard: Tab is the next player, 1 to 5 rates, Enter is the next question.',
      },
    },
    ja: {
      title: '人狼ゲームのプレイヤーの順位づけ', other: 'English', name: 'お名前または合言葉', begin: '始める',
      intro: 'ゲームを順に示し、評価基準を一つずつお聞きします。全プレイヤーを良い順に並べてください。勝敗は関係ありません。',
      step: (a, b, c, d) => `質問 ${a} / ${b}（ゲーム ${c} / ${d}）`,
      best: '良い順', help: '名前をドラッグするか、キーボードを使います。↑↓で選び、スペースでつかむ・放す、つかんだまま↑↓で動かす、Enterで次へ。',
      next: 'この順位で決定', back: '戻る', players: '登場人物', log: 'ゲーム', done: '終わりました。ありがとうございました。',
      save: '回答をダウンロード', send: 'ダウンロードしたファイルを依頼者に渡してください。', kept: '回答はすべて保存されました。',
      held: (n, i) => `${n}をつかみました。${i}位`, dropped: (n, i) => `${n}を${i}位に置きました`, moved: (n, i) => `${n}、${i}位`,
      lost: '回答を保存できませんでした。接続を確かめて、もう一度押してください。', untouched: 'まだ何も動かしていません。この順位でよければもう一度押してください。', day: '日目',
      clear: '別の人として始める',
      rate: {
        title: '人狼ゲームのプレイヤーの採点', next: 'この点で決定', untouched: 'まだ点のついていないプレイヤーがいます。',
        intro: 'ゲームを順に示し、評価基準を一つずつお聞きします。プレイヤーごとに1（最も悪い）から5（最も良い）の点をつけてください。同じ点が何人いてもかまいません。勝敗は関係ありません。',
        help: '1（最も悪い）から5（最も良い）まで。キーボードではTabで次のプレイヤー、1〜5で採点、Enterで次へ。',
      },
    },
  };
  const rates = data.scale === '1-5';
  const steps = [];
  data.games.forEach((game, g) => data.criteria.forEach((criterion) => {
    if (criterion.players.includes(game.players.length)) steps.push({ game, g, criterion });
  }));
  const store = 'wolfden-judge-' + data.form;
  const fresh = () => ({ rater: '', lang: data.lang, at: 0, orders: {}, touched: {}, answers: {} });
  let state = load();
  let held = -1;
  let warned = false;

  function load() {
    try {
      const kept = JSON.parse(localStorage.getItem(store));
      if (kept && typeof kept.rater === 'string' && words[kept.lang] && kept.orders && kept.touched && kept.answers) return kept;
    } catch { /* a browser that keeps nothing still asks */ }
    return fresh();
  }
  function save() { try { localStorage.setItem(store, JSON.stringify(state)); } catch { /* as above */ } }
  const w = () => (rates ? { ...words[state.lang], ...words[state.lang].rate } : words[state.lang]);
  const main = document.querySelector('main');
  const live = document.getElementById('live');
  function make(tag, text, props) {
    const e = document.createElement(tag);
    if (text) e.textContent = text;
    return Object.assign(e, props || {});
  }
  const id = (s) => s.game.id + '/' + s.criterion.letter;

  // The order a rater begins with is drawn, so that no player has the better place with all raters.
  function drawn(s) {
    let h = 2166136261;
    for (const c of state.rater + '/' + id(s)) h = Math.imul(h ^ c.codePointAt(0), 16777619) >>> 0;
    const names = s.game.players.map((p) => p.player_name);
    for (let i = names.length - 1; i > 0; i--) {
      h = (Math.imul(h, 1664525) + 1013904223) >>> 0;
      const j = Math.floor(h / 4294967296 * (i + 1));
      [names[i], names[j]] = [names[j], names[i]];
    }
    return names;
  }
  // What is on the page of a question: the names in order, or the rating of each player, 0 for none yet.
  function orderOf(s) { return state.orders[id(s)] || (state.orders[id(s)] = rates ? s.game.players.map(() => 0) : drawn(s)); }

  function show() {
    document.documentElement.lang = state.lang;
    document.getElementById('title').textContent = w().title;
    const other = document.getElementById('language');
    other.textContent = w().other;
    other.onclick = () => { state.lang = state.lang === 'en' ? 'ja' : 'en'; save(); show(); };
    document.getElementById('progress').textContent = '';
    held = -1;
    warned = false;
    main.replaceChildren();
    if (!state.rater) welcome();
    else if (state.at >= steps.length) finish();
    else ask(steps[state.at]);
  }

  function welcome() {
    const form = make('form');
    const input = make('input', '', { id: 'rater', required: true, maxLength: 60, autocomplete: 'off' });
    const label = make('label', w().name + ' ');
    label.append(input);
    form.append(make('p', w().intro), label, make('button', w().begin, { className: 'main' }));
    form.onsubmit = async (e) => {
      e.preventDefault();
      const rater = input.value.trim();
      if (!rater) return;
      state.rater = rater;
      await recall();
      save();
      show();
    };
    main.append(form);
    input.focus();
  }

  // What a server has kept of a rater who goes on in another browser.
  async function recall() {
    if (!data.served) return;
    try {
      const r = await fetch('answers?rater=' + encodeURIComponent(state.rater));
      for (const a of r.ok ? (await r.json()).answers : []) {
        const key = a.game + '/' + a.criterion;
        const s = steps.find((one) => id(one) === key);
        if (!s) continue;
        state.answers[key] = state.orders[key] = rates ? s.game.players.map((p) => a.ratings[p.player_name]) : a.ranking;
        state.touched[key] = true;
      }
      while (state.at < steps.length && state.answers[id(steps[state.at])]) state.at++;
    } catch { /* it is said when an answer cannot be kept */ }
  }

  function ask(s) {
    document.getElementById('progress').textContent = w().step(state.at + 1, steps.length, s.g + 1, data.games.length);
    const pair = make('div', '', { className: 'pair' });
    const left = make('section');
    left.append(make('h2', w().log), log(s.game));
    const right = make('section');
    right.append(make('h2', s.criterion.letter + '. ' + s.criterion[state.lang]), make('p', w().help, { id: 'help' }));
    const list = rates ? marks(s) : make('ol', '', { id: 'ranking' });
    if (!rates) list.setAttribute('aria-label', w().best);
    list.setAttribute('aria-describedby', 'help');
    right.append(list);
    const next = make('button', w().next, { id: 'next', className: 'main', type: 'button' });
    next.onclick = () => decide(s);
    const back = make('button', w().back, { type: 'button', disabled: state.at === 0 });
    back.onclick = () => { state.at--; save(); show(); };
    right.append(next, ' ', back);
    right.append(characters(s.game));
    pair.append(left, right);
    main.append(pair);
    if (rates) (list.querySelector('fieldset:first-child input:checked') ?? list.querySelector('input')).focus();
    else fill(s, list, 0);
    save();
  }

  // A row of buttons for every player, in the order drawn for the rater.
  function marks(s) {
    const box = make('div', '', { id: 'ratings' });
    for (const name of drawn(s)) {
      const at = s.game.players.findIndex((p) => p.player_name === name);
      const row = make('fieldset');
      row.append(make('legend', name));
      const buttons = [1, 2, 3, 4, 5].map((n) => {
        const label = make('label');
        const button = make('input', '', { type: 'radio', name: 'rating-' + at, value: n, checked: orderOf(s)[at] === n });
        button.onchange = () => { orderOf(s)[at] = n; save(); };
        label.append(button, ' ' + n);
        row.append(label);
        return button;
      });
      row.onkeydown = (e) => {
        const button = buttons[Number(e.key) - 1];
        if (button) { button.focus(); button.click(); } else if (e.key === 'Enter') decide(s); else return;
        e.preventDefault();
      };
      box.append(row);
    }
    return box;
  }

  function characters(game) {
    const box = make('div');
    if (!game.players.some((p) => p.character)) return box;
    box.append(make('h2', w().players));
    for (const p of game.players) {
      const d = make('details');
      d.append(make('summary', p.player_name), make('p', p.character || ''));
      box.append(d);
    }
    return box;
  }

  function log(game) {
    const box = make('div', '', { className: 'log', tabIndex: 0 });
    let day = -1;
    for (const l of game.log) {
      if (l.day !== day) {
        day = l.day;
        box.append(make('h3', state.lang === 'ja' ? day + w().day : w().day + ' ' + day));
      }
      box.append(line(l));
    }
    return box;
  }
  function line(l) {
    const p = make('p');
    if (l.action === 'talk' || l.action === 'whisper') {
      p.append(make('b', l.speaker + (l.action === 'whisper' ? ' (whisper)' : '') + ': '), l.text);
      return p;
    }
    p.className = 'event';
    const skip = ['day', 'action', 'line_number', 'player_index'];
    p.textContent = l.action + ' — ' + Object.keys(l).filter((k) => !skip.includes(k)).map((k) => `${k}: ${l[k] === null ? '-' : l[k]}`).join(', ');
    return p;
  }

  function fill(s, list, focus) {
    const names = orderOf(s);
    list.replaceChildren(...names.map((name, i) => item(s, list, name, i)));
    list.children[focus].focus();
  }
  function item(s, list, name, i) {
    const li = make('li', name, { tabIndex: 0, draggable: true, className: i === held ? 'held' : '' });
    li.dataset.name = name;
    const buttons = make('span');
    for (const [sign, by] of [['▲', -1], ['▼', 1]]) {
      const b = make('button', sign, { type: 'button', tabIndex: -1 });
      b.setAttribute('aria-hidden', 'true');
      b.onclick = () => move(s, list, i, i + by);
      buttons.append(b);
    }
    li.append(buttons);
    li.onkeydown = (e) => press(e, s, list, i);
    li.ondragstart = (e) => { held = i; e.dataTransfer.setData('text/plain', name); };
    li.ondragover = (e) => { if (held >= 0) e.preventDefault(); };
    li.ondrop = (e) => { e.preventDefault(); const from = held; held = -1; move(s, list, from, i); };
    li.ondragend = () => { held = -1; };
    return li;
  }
  function move(s, list, from, to) {
    const names = orderOf(s);
    if (from < 0 || to < 0 || to >= names.length) return;
    const [name] = names.splice(from, 1);
    names.splice(to, 0, name);
    state.touched[id(s)] = true;
    save();
    if (held >= 0) held = to;
    fill(s, list, to);
    live.textContent = w().moved(name, to + 1);
  }
  function press(e, s, list, i) {
    const name = orderOf(s)[i];
    const by = { ArrowUp: -1, ArrowDown: 1 }[e.key];
    if (by && held >= 0) move(s, list, held, held + by);
    else if (by) (list.children[i + by] || list.children[i]).focus();
    else if (e.key === ' ') {
      held = held >= 0 ? -1 : i;
      if (held < 0) state.touched[id(s)] = true;
      save();
      live.textContent = held >= 0 ? w().held(name, i + 1) : w().dropped(name, i + 1);
      fill(s, list, i);
    } else if (e.key === 'Escape') { held = -1; fill(s, list, i); }
    else if (e.key === 'Enter') decide(s);
    else return;
    e.preventDefault();
  }

  function answer(key) {
    const cut = key.lastIndexOf('/');
    const common = { game: key.slice(0, cut), criterion: key.slice(cut + 1), kind: 'human', rater: state.rater };
    if (!rates) return { ...common, ranking: state.answers[key] };
    const players = steps.find((s) => id(s) === key).game.players;
    return { ...common, scale: data.scale, ratings: Object.fromEntries(players.map((p, i) => [p.player_name, state.answers[key][i]])) };
  }
  // An order that nobody touched is not taken for an opinion at once, and half the ratings never.
  async function decide(s) {
    const key = id(s);
    if (rates ? orderOf(s).includes(0) : !state.touched[key] && !warned) {
      warned = true;
      tell(w().untouched);
      return;
    }
    state.answers[key] = [...orderOf(s)];
    if (data.served) {
      try {
        const r = await fetch('answers', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(answer(key)) });
        if (!r.ok) throw new Error(r.status);
      } catch {
        delete state.answers[key];
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

  function finish() {
    main.append(make('p', w().done, { id: 'done' }));
    const file = JSON.stringify({ answers: Object.keys(state.answers).map(answer) }) + '\n';
    const link = make('a', w().save, { id: 'save', download: 'answers-' + state.rater.replace(/[^\p{L}\p{N}_-]+/gu, '_') + '.json', href: URL.createObjectURL(new Blob([file], { type: 'application/json' })) });
    const p = make('p');
    p.append(link);
    main.append(p, make('p', data.served ? w().kept : w().send));
    const back = make('button', w().back, { type: 'button' });
    back.onclick = () => { state.at = steps.length - 1; save(); show(); };
    const clear = make('button', w().clear, { type: 'button' });
    clear.onclick = () => { state = fresh(); save(); show(); };
    main.append(back, ' ', clear);
    link.focus();
  }

  show();
})();
