// Play: what a player's page needs beside what the server made. Pages work without it, but have to be loaded again.
const seat = document.getElementById('seat');
const lobby = document.getElementById('lobby');
const el = (id) => document.getElementById(id);

if (lobby) wait();
if (seat) play();

// wait keeps the list of who is there, and goes to the game when it begins.
function wait() {
  const copy = el('copy');
  if (copy && navigator.clipboard) {
    copy.hidden = false;
    copy.addEventListener('click', async () => {
      await navigator.clipboard.writeText(el('link').value);
      copy.textContent = copy.dataset.done;
    });
  }
  el('link')?.addEventListener('focus', (e) => e.target.select());
  if (!lobby.dataset.events) return;
  const source = new EventSource(lobby.dataset.events);
  source.addEventListener('begun', () => {
    source.close();
    location.reload();
  });
  source.addEventListener('lobby', (message) => {
    const news = JSON.parse(message.data);
    el('people').replaceChildren(...news.people.map((name) => {
      const li = document.createElement('li');
      li.append(Object.assign(document.createElement('bdi'), { textContent: name }));
      return li;
    }));
    el('missing').textContent = el('missing').dataset.text.replace('#', news.missing);
  });
}

function play() {
  const policy = window.trustedTypes?.createPolicy('wolfden', { createHTML: (s) => s }) ?? { createHTML: (s) => s };
  const duty = el('duty');
  const panel = el('panel');
  const story = el('story');
  let deadline = 0;
  let warned = false;
  let lost = false;
  let typing = false; // the keyboard belongs to the panel, also while it is being changed

  const swap = (element, html) => { element.innerHTML = policy.createHTML(html); };
  const tell = (text) => { el('told').textContent = text; };
  const drafts = (kind) => `wolfden-draft-${seat.dataset.draft}-${kind}`;

  // Drafts are kept by the browser, so that neither a new question nor a closed page loses them.
  function remember(field) {
    try {
      if (field.value) localStorage.setItem(drafts(field.dataset.draft), field.value);
      else localStorage.removeItem(drafts(field.dataset.draft));
    } catch { /* a browser that keeps nothing */ }
  }

  function forget(field) {
    try { localStorage.removeItem(drafts(field.dataset.draft)); } catch { /* nothing was kept */ }
  }

  function remembered(kind) {
    try { return localStorage.getItem(drafts(kind)) ?? ''; } catch { return ''; }
  }

  function letters(field) {
    const out = panel.querySelector('.letters');
    const parts = field.value ? counted(field.value, JSON.parse(field.dataset.limits)) : [];
    out.textContent = parts.filter(([, most]) => most !== Infinity).map(([n, most]) => `${n}/${most}`).join(' + ');
    out.classList.toggle('bad', parts.some(([n, most]) => n > most));
  }

  function furnish() {
    const root = panel.firstElementChild;
    const millis = Number(root.dataset.millis);
    deadline = millis ? performance.now() + millis : 0;
    warned = millis < 15000;
    const field = panel.querySelector('textarea');
    if (field) {
      field.value = remembered(field.dataset.draft) || field.value;
      letters(field);
    }
    clock();
    measure();
  }

  function measure() {
    document.documentElement.style.setProperty('--duty', `${duty.offsetHeight}px`);
  }

  function clock() {
    const out = panel.querySelector('.clock');
    if (!out || !deadline) return;
    const s = Math.max(0, Math.ceil((deadline - performance.now()) / 1000));
    const text = `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`;
    if (out.textContent !== text) out.textContent = text;
    out.classList.toggle('soon', s <= 10);
    if (s <= 10 && !warned) {
      warned = true;
      tell(seat.dataset.soon);
    }
  }

  function fault(text) {
    el('fault').textContent = text;
    el('fault').hidden = !text;
    measure();
  }

  // ask puts the question whether the answer is meant; the keyboard goes to the way back.
  function ask(html, number) {
    if (number !== duty.dataset.number) return;
    swap(el('sure'), html);
    measure();
    tell(el('sure-text').textContent);
    el('sure').querySelector('a').focus({ preventScroll: true });
  }

  function unask() {
    const had = el('sure').contains(document.activeElement);
    el('sure').replaceChildren();
    if (had) panel.querySelector('textarea, input:checked, input[type=radio]')?.focus({ preventScroll: true });
    measure();
  }

  el('sure').addEventListener('click', (e) => {
    if (!e.target.closest('a')) return;
    e.preventDefault();
    unask();
  });

  // put adds what happened, or replaces what it continues.
  function put(item) {
    const box = document.createElement('ol');
    swap(box, item.html);
    const fresh = box.firstElementChild;
    const old = el(item.id);
    if (old) old.replaceWith(fresh);
    else story.append(fresh);
  }

  const source = new EventSource(`${seat.dataset.events}&after=${seat.dataset.seen}`);
  source.onmessage = (message) => {
    const news = JSON.parse(message.data);
    const atEnd = innerHeight + scrollY > document.documentElement.scrollHeight - 220;
    for (const item of news.items) put(item);
    if (news.players) swap(el('players'), news.players);
    el('now').textContent = news.now;
    if (atEnd) scrollTo({ top: document.documentElement.scrollHeight });
  };
  source.addEventListener('duty', (message) => {
    const news = JSON.parse(message.data);
    const asked = Number(duty.dataset.number) !== news.number;
    const atEnd = innerHeight + scrollY > document.documentElement.scrollHeight - 220;
    typing ||= duty.contains(document.activeElement);
    const free = document.activeElement === document.body || document.activeElement === null;
    // A page that was loaded with this question keeps what was begun in it.
    if (!asked && news.number && panel.querySelector('form')) {
      panel.firstElementChild.dataset.millis = news.millis;
      deadline = news.millis ? performance.now() + news.millis : 0;
      return;
    }
    unask();
    duty.dataset.number = news.number;
    duty.dataset.state = news.state;
    swap(panel, news.html);
    furnish();
    if (news.number && asked) fault('');
    if (news.number || news.state !== 'wait') tell(news.say);
    const first = panel.querySelector('textarea, input[type=radio], a.button');
    if (first && (typing || free)) {
      first.focus({ preventScroll: true });
      typing = false;
    } else if (typing) {
      duty.focus({ preventScroll: true });
    }
    if (atEnd) scrollTo({ top: document.documentElement.scrollHeight });
    if (news.state === 'over' || news.state === 'broken') source.close();
  });
  source.onopen = () => {
    if (!lost) return;
    lost = false;
    fault('');
    tell(seat.dataset.back);
  };
  source.onerror = () => {
    if (lost || source.readyState === EventSource.CLOSED && duty.dataset.state === 'over') return;
    lost = true;
    fault(seat.dataset.lost);
  };

  duty.addEventListener('submit', async (e) => {
    e.preventDefault();
    const form = e.target;
    const data = new URLSearchParams(new FormData(form, e.submitter));
    const field = panel.querySelector('textarea');
    if (field && !data.get('do')) data.set('do', 'say');
    if (data.get('do') === 'say' && !data.get('text').trim()) {
      field.focus();
      return;
    }
    typing = true;
    // What is sent is no draft any more: the next question may be there before the reply is.
    const said = data.get('do') === 'say' ? field : null;
    const sent = said?.value;
    if (said) forget(said);
    let reply;
    try {
      for (let tries = 0; tries < 4 && (!reply || reply.status === 429); tries++) {
        if (reply) await new Promise((then) => setTimeout(then, 1000)); // it was too fast
        reply = await fetch(seat.dataset.answer, { method: 'POST', body: data, headers: { Accept: 'text/plain' } });
      }
    } catch {
      if (said?.isConnected) remember(said);
      fault(seat.dataset.lost);
      return;
    }
    if (reply.status === 200) { // it is not taken yet
      if (said?.isConnected) remember(said);
      ask(await reply.text(), String(data.get('number')));
      return;
    }
    if (!reply.ok) {
      if (said?.isConnected) remember(said);
      const plain = reply.headers.get('Content-Type')?.startsWith('text/plain');
      fault(plain ? (await reply.text()).slice(0, 300) : `${reply.status} ${reply.statusText}`);
      return;
    }
    fault('');
    unask();
    if (said?.isConnected && said.value === sent) { // the panel stands for more than one answer
      said.value = '';
      letters(said);
    }
  });
  panel.addEventListener('input', (e) => {
    if (e.target.matches('textarea')) {
      remember(e.target);
      letters(e.target);
    }
  });
  // Enter sends, as in every chat; with Shift, or while a word is being converted, it does what it always does.
  panel.addEventListener('keydown', (e) => {
    if (e.key !== 'Enter' || e.shiftKey || e.isComposing || e.keyCode === 229) return;
    if (!e.target.matches('textarea, input[type=radio]')) return;
    e.preventDefault();
    e.target.form.requestSubmit(e.target.form.querySelector('button'));
  });
  addEventListener('resize', measure);
  setInterval(clock, 250);
  duty.dataset.state = panel.firstElementChild.classList[1];
  furnish();
  if (panel.querySelector('form')) panel.querySelector('textarea, input[type=radio]')?.focus({ preventScroll: true });
  scrollTo({ top: document.documentElement.scrollHeight });
}

// counted is the parts of an utterance that the rules count apart, before and after its first mention, each with its length and
// the most that is heard of it. It counts as the engine does (werewolf.LengthRules).
function counted(text, rules) {
  text = text.replace(/\t/g, ' ').replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, '').replace(/^\p{White_Space}+|\p{White_Space}+$/gu, '');
  const set = (limit) => (limit < 0 ? Infinity : limit);
  const length = (part) => {
    if (rules.count_in_word) return part.split(/\p{White_Space}+/u).filter(Boolean).length;
    return [...(rules.count_spaces ? part : part.replace(/\p{White_Space}/gu, ''))].length;
  };
  const most = set(rules.per_talk);
  const budget = rules.per_agent < 0 ? 0 : Math.max(rules.budget, 0);
  if (rules.per_agent < 0 && rules.base_length < 0) return [[length(text), most]];
  const base = Math.max(rules.base_length, 0);
  const [at, end] = rules.mention_length < 0 ? [-1] : mention(text, rules.names);
  if (at < 0) return [[length(text), Math.min(base + budget, most)]];
  const before = length(text.slice(0, at));
  const heard = Math.min(before, base + budget);
  if (heard > most) return [[length(text), most]];
  const left = budget - Math.max(heard - base, 0);
  return [[before, base + budget], [length(text.slice(end)), Math.min(rules.mention_length + left, most - heard)]];
}

// mention is where the first @Name stands; the longest name counts.
function mention(text, names) {
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const found = names.filter((name) => name && text.startsWith(name, at + 1)).sort((a, b) => b.length - a.length)[0];
    if (found) return [at, at + 1 + found.length];
  }
  return [-1, -1];
}
