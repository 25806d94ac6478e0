// The log of a game in people's words: what was said as it was said, what happened as a sentence, and those who passed together.
function make(tag, text, props) {
  const e = document.createElement(tag);
  if (text) e.textContent = text;
  return Object.assign(e, props || {});
}

function roleName(lang, role) { return data.roles[lang][role] || role; }

function gameLog(game, w, lang) {
  const box = make('div', '', { className: 'log', tabIndex: 0, id: 'log' });
  box.setAttribute('aria-label', w.log);
  let day = -1;
  for (const group of grouped(game.log)) {
    const first = group[0];
    if (first.day !== day) {
      day = first.day;
      box.append(make('h3', w.day(day)));
    }
    if (first.action === 'status') box.append(...standing(group, w, lang, !box.querySelector('.roles')));
    else if (pass(first)) box.append(...passed(group, w));
    else box.append(line(first, game, w, lang));
  }
  return box;
}

// What belongs together: the standing of all players, and passes one after another.
function grouped(log) {
  const groups = [];
  for (const l of log) {
    const last = groups.length ? groups[groups.length - 1] : [];
    const kind = (x) => (x.action === 'status' ? 'status' : pass(x) ? 'pass' + x.action : '');
    if (last.length && kind(l) && kind(l) === kind(last[0]) && l.day === last[0].day) last.push(l);
    else groups.push([l]);
  }
  return groups;
}

// A pass is no utterance; contests write it as one.
function pass(l) {
  const said = (l.action === 'talk' || l.action === 'whisper') && /^\s*(skip|over)\s*$/i.exec(l.text);
  return said ? said[1].toLowerCase() : '';
}

function passed(group, w) {
  return ['skip', 'over'].map((kind) => {
    const names = [...new Set(group.filter((l) => pass(l) === kind).map((l) => l.speaker))];
    return names.length ? make('p', w[kind](names.join(w.and)), { className: 'pass' }) : '';
  });
}

// The roles stand once, at the beginning; later only who lives.
function standing(group, w, lang, first) {
  if (first) return [make('p', group.map((l) => w.is(l.player_name, roleName(lang, l.role))).join(w.and), { className: 'event roles' })];
  const of = (alive) => group.filter((l) => (l.alive_status === 'ALIVE') === alive).map((l) => l.player_name).join(w.and);
  const lines = [make('p', w.alive(of(true)), { className: 'event' })];
  if (of(false)) lines.push(make('p', w.gone(of(false)), { className: 'event' }));
  return lines;
}

function line(l, game, w, lang) {
  if (l.action === 'talk' || l.action === 'whisper') {
    const p = make('p', '', { className: l.action });
    p.append(make('b', (l.action === 'talk' ? w.says : w.whispers)(l.speaker)), make('span', l.text, { lang: game.lang }));
    return p;
  }
  return make('p', happened(l, w, lang), { className: 'event' });
}

function happened(l, w, lang) {
  switch (l.action) {
    case 'vote': return w.vote(l.voter, l.target);
    case 'attackVote': return w.attackVote(l.voter, l.target);
    case 'divine': return (l.divine_result === 'WEREWOLF' ? w.wolf : w.noWolf)(l.diviner, l.target);
    case 'guard': return w.guard(l.guard_player, l.target_player);
    case 'execute': return l.executed_player ? w.executed(l.executed_player, roleName(lang, l.executed_player_role)) : w.spared;
    case 'attack': return l.target ? (l.killed ? w.killed : w.saved)(l.target) : w.quiet;
    default: return w.event;
  }
}

// Which line stands at the top of a box, and how far it is scrolled beyond it: a place that holds in any width and language.
function placeOf(box) {
  const at = [...box.children].findIndex((e) => e.offsetTop + e.offsetHeight > box.scrollTop);
  return at < 0 ? null : { line: at, beyond: box.scrollTop - box.children[at].offsetTop };
}
function goTo(box, place) {
  const e = place && box.children[place.line];
  if (e) box.scrollTop = e.offsetTop + place.beyond;
}
