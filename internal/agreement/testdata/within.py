"""Agreement of raters within games, computed from the definitions with exact fractions, for the test of Compare and Against.

python3 within.py > within.json

Nothing here follows the way the Go code takes: alpha is made of the coincidence matrix (Krippendorff 2011), W of Friedman's statistic
in Conover's form, in which ties need no correction of their own, tau-b and Spearman of counted pairs and counted ranks.
"""

import json
import math
from fractions import Fraction as F


def draws(seed):
    while True:
        seed = (seed * 1103515245 + 12345) % 2**31
        yield seed >> 16


def ranks(row):
    return [F(sum(w < v for w in row) * 2 + sum(w == v for w in row) + 1, 2) for v in row]


def sign(v):
    return (v > 0) - (v < 0)


def both(x, y):
    kept = [(a, b) for a, b in zip(x, y) if a is not None and b is not None]
    return [a for a, _ in kept], [b for _, b in kept]


def tau_b(x, y):
    x, y = both(x, y)
    pairs = [(sign(x[i] - x[j]), sign(y[i] - y[j])) for i in range(len(x)) for j in range(i)]
    untied = sum(a != 0 for a, _ in pairs) * sum(b != 0 for _, b in pairs)
    return sum(a * b for a, b in pairs) / math.sqrt(untied) if untied else None


def spearman(x, y):
    x, y = both(x, y)
    if len(x) < 2:
        return None
    x, y = ranks(x), ranks(y)
    mx, my = sum(x) / len(x), sum(y) / len(y)
    xx, yy = sum((a - mx) ** 2 for a in x), sum((b - my) ** 2 for b in y)
    return float(sum((a - mx) * (b - my) for a, b in zip(x, y))) / math.sqrt(xx * yy) if xx and yy else None


def mean(values):
    values = [v for v in values if v is not None]
    return sum(values) / len(values) if values else None


def friedman_w(rows):
    rows = [ranks(r) for r in rows if r and None not in r]
    if len(rows) < 2:
        return None
    b, k = len(rows), len(rows[0])
    spread = sum(r * r for row in rows for r in row) - F(b * k * (k + 1) ** 2, 4)
    if spread == 0:
        return None
    chi = (k - 1) * sum((sum(row[j] for row in rows) - F(b * (k + 1), 2)) ** 2 for j in range(k)) / spread
    return chi / (b * (k - 1))


def alpha(games, ordinal):
    matrix, values = {}, set()
    for rows in games:
        for player in range(max((len(r) for r in rows if r), default=0)):
            unit = [r[player] for r in rows if r and r[player] is not None]
            if len(unit) < 2:
                continue
            for i, c in enumerate(unit):
                for j, k in enumerate(unit):
                    if i != j:
                        matrix[c, k] = matrix.get((c, k), 0) + F(1, len(unit) - 1)
                        values |= {c, k}
    values = sorted(values)
    n = {c: sum(matrix.get((c, k), 0) for k in values) for c in values}
    total = sum(n.values())

    def distance(c, k):
        if not ordinal:
            return F(c - k) ** 2
        c, k = min(c, k), max(c, k)
        return (sum(n[g] for g in values if c <= g <= k) - F(n[c] + n[k]) / 2) ** 2

    observed = sum(o * distance(c, k) for (c, k), o in matrix.items())
    expected = sum(n[c] * n[k] * distance(c, k) for c in values for k in values)
    return 1 - (total - 1) * observed / expected if expected else None


def table(name, seed, games, raters, players, ratings, missing, absent):
    """Raters see a common order through noise. Ratings tie; missing is of marks, absent of whole rows, both in percent."""
    chance, made = draws(seed), []
    for _ in range(games):
        rows = []
        for _ in range(raters):
            seen = [2 * p + next(chance) % (2 * players) for p in range(players)]
            row = [1 + v * 5 // (4 * players) for v in seen] if ratings else [int(r) for r in ranks([s * players + p for p, s in enumerate(seen)])]
            row = [None if next(chance) % 100 < missing else v for v in row]
            rows.append(None if next(chance) % 100 < absent else row)
        made.append(rows)
    return {"name": name, "games": made}


def figures(one):
    games = one["games"]
    counted = [g for g in games if sum(bool(r) and any(v is not None for v in r) for r in g) > 1]

    def taus(g, pairs):
        return mean([tau_b(g[i], g[j]) for i, j in pairs if g[i] and g[j]])

    others = lambda g: range(1, len(g))
    consensus = lambda g: [mean([F(g[i][p]) for i in others(g) if g[i] and g[i][p] is not None]) for p in range(len(g[0]))]
    one["figures"] = {
        "w": mean([friedman_w(g) for g in counted]),
        "tau": mean([taus(g, [(j, i) for i in range(len(g)) for j in range(i)]) for g in counted]),
        "ordinal": alpha(games, True),
        "interval": alpha(games, False),
        "beside_tau": mean([taus(g, [(0, i) for i in others(g)]) for g in games]),
        "beside_rho": mean([spearman(g[0], consensus(g)) if g[0] else None for g in games]),
    }
    one["figures"] = {k: None if v is None else float(v) for k, v in one["figures"].items()}
    one["counts"] = {"games": len(counted), "sheets": sum(bool(r) and any(v is not None for v in r) for g in counted for r in g)}
    return one


TABLES = [
    table("rankings of five", 1, 10, 3, 5, False, 0, 0),
    table("rankings of thirteen, some absent", 2, 6, 4, 13, False, 0, 25),
    table("ratings with ties", 3, 8, 3, 5, True, 0, 0),
    table("ratings with ties, some marks and raters missing", 4, 9, 5, 9, True, 6, 20),
    table("most is missing", 5, 7, 3, 5, True, 40, 20),
    {"name": "one rater tells nobody apart", "games": [[[3, 3, 3, 3], [1, 2, 3, 4], [2, 2, 4, 5]], [[1, 2, 3, 4], [2, 1, 4, 4], None]]},
    {"name": "perfect", "games": [[[1, 2, 3], [1, 2, 3]], [[3, 1, 2], [3, 1, 2]]]},
    {"name": "upside down", "games": [[[1, 2, 3, 4], [4, 3, 2, 1]], [[2, 1, 4, 3], [3, 4, 1, 2]]]},
    {"name": "nobody tells anybody apart", "games": [[[2, 2, 2], [2, 2, 2]]]},
    {"name": "one rater", "games": [[[1, 2, 3], None], [None, [3, 1, 2]]]},
]

print("[\n" + ",\n".join(json.dumps(figures(t)) for t in TABLES) + "\n]")
