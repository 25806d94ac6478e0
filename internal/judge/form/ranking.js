// The list that a rater puts in order: dragged, tapped, or moved with the keyboard.
function fill(s, list, focus) {
  const names = orderOf(s);
  list.replaceChildren(...names.map((name, i) => item(s, list, name, i)));
  list.children[focus].focus({ preventScroll: true });
}
function item(s, list, name, i) {
  const li = make('li', '', { tabIndex: 0, draggable: true, className: i === held ? 'held' : '' });
  li.dataset.name = name;
  const buttons = make('span', '', { className: 'moves' });
  for (const [sign, by, label] of [['▲', -1, w().up], ['▼', 1, w().down]]) {
    const b = make('button', sign, { type: 'button', tabIndex: -1, title: label });
    b.setAttribute('aria-hidden', 'true');
    b.onclick = (e) => { e.stopPropagation(); held = -1; move(s, list, i, i + by); };
    buttons.append(b);
  }
  li.append(make('span', name, { className: 'who' }), buttons);
  li.onkeydown = (e) => press(e, s, list, i);
  li.onclick = () => tap(s, list, i);
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
  list.children[to].scrollIntoView({ block: 'nearest' });
  live.textContent = w().moved(name, to + 1);
}
// Takes a name, or drops the one that is taken here.
function take(s, list, i) {
  held = held >= 0 ? -1 : i;
  if (held < 0) state.touched[id(s)] = true;
  save();
  const name = orderOf(s)[i];
  live.textContent = held >= 0 ? w().held(name, i + 1) : w().dropped(name, i + 1);
  fill(s, list, i);
}
function tap(s, list, i) {
  const from = held;
  if (from < 0 || from === i) { take(s, list, i); return; }
  held = -1;
  move(s, list, from, i);
}
function press(e, s, list, i) {
  const by = { ArrowUp: -1, ArrowDown: 1 }[e.key];
  if (by && held >= 0) move(s, list, held, held + by);
  else if (by) (list.children[i + by] || list.children[i]).focus();
  else if (e.key === ' ') take(s, list, i);
  else if (e.key === 'Escape') { held = -1; fill(s, list, i); } else if (e.key === 'Enter') decide(s);
  else return;
  e.preventDefault();
}

show();
