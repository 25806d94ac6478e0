// Calls: brings the prompt and the answer of a call into the page when they are wanted. Without it the link leads to them.
const game = document.getElementById('game');

game?.addEventListener('click', async (e) => {
  const link = e.target.closest('a.load');
  if (!link || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
  e.preventDefault();
  try {
    const reply = await fetch(link.href, { headers: { Accept: 'application/json' } });
    if (!reply.ok) throw new Error(reply.statusText);
    const call = await reply.json();
    const parts = [];
    if (call.messages) parts.push(fold(game.dataset.prompt, call.messages));
    if (call.answer) parts.push(fold(game.dataset.answer, [{ role: '', text: call.answer }]));
    link.replaceWith(...parts);
    parts[0].firstElementChild.focus();
  } catch {
    const failed = document.createElement('em');
    failed.setAttribute('role', 'status');
    failed.textContent = ` ${game.dataset.failed}`;
    link.parentElement.querySelector('em[role]')?.remove();
    link.after(failed);
  }
});

function fold(title, messages) {
  const details = Object.assign(document.createElement('details'), { open: true });
  details.append(Object.assign(document.createElement('summary'), { textContent: title }));
  for (const { role, text } of messages) {
    const p = Object.assign(document.createElement('p'), { dir: 'auto' });
    if (role) p.append(Object.assign(document.createElement('b'), { textContent: role }), '\n');
    p.append(text);
    details.append(p);
  }
  return details;
}
