// How long a question is looked at: while the page is seen and somebody has done anything on it within the last two minutes.
function watch(add) {
  const idle = 120e3;
  let since = performance.now();
  let active = since;
  function tick() {
    const now = performance.now();
    if (document.visibilityState === 'visible' && now - active < idle) add(Math.min(now - since, 2e3) / 1e3);
    since = now;
  }
  for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll']) {
    addEventListener(kind, () => { tick(); active = performance.now(); }, { capture: true, passive: true });
  }
  document.addEventListener('visibilitychange', tick);
  setInterval(tick, 1e3);
  return tick;
}
