// Orders are drawn from the seed of the form and the rater, so that they come again when the page is loaded again.
function shuffled(list, ...from) {
  let h = 2166136261;
  for (const c of [data.seed, ...from].join('/')) h = Math.imul(h ^ c.codePointAt(0), 16777619) >>> 0;
  const all = [...list];
  for (let i = all.length - 1; i > 0; i--) {
    h = (Math.imul(h, 1664525) + 1013904223) >>> 0;
    const j = Math.floor(h / 4294967296 * (i + 1));
    [all[i], all[j]] = [all[j], all[i]];
  }
  return all;
}

// The questions of a rater: the games in an order, and the criteria of each in another.
function stepsOf(rater) {
  const steps = [];
  shuffled(data.games, rater).forEach((game, g) => {
    const fit = data.criteria.filter((c) => c.players.includes(game.players.length));
    for (const criterion of shuffled(fit, rater, game.id)) steps.push({ game, g, criterion, place: steps.length + 1 });
  });
  return steps;
}

// The order in which a rater first sees the names, so that no player has the better place with all raters.
function drawn(rater, s) {
  return shuffled(s.game.players.map((p) => p.player_name), rater, s.game.id, s.criterion.letter);
}

// What tells people apart in tables instead of their names. It says nothing of them.
function drawID() {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  return [...crypto.getRandomValues(new Uint32Array(6))].map((n) => letters[n % letters.length]).join('');
}
