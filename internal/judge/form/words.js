'use strict';
// All that the page says, in both languages. What players say stands in the log as they said it.
const words = {
  en: {
    title: 'Ranking the players of Werewolf games', other: '日本語', name: 'Your name or a word of your own', yours: (n) => `These pages are for ${n}, and nobody else answers on them.`, begin: 'Begin',
    intro: 'You will see one game after another, and one criterion at a time. Put all players in order, the best first. ' +
      'Who won does not count. ',
    later: (link) => 'You can stop at any time and go on later ' + (link ? 'with the same link, in any browser.' : 'in this browser.'),
    time: 'The page measures how long you look at each question. Tables show a number drawn for you instead of your name.',
    step: (a, b, c, d, e) => `Question ${a} of ${b} · game ${c} of ${d} · answered: ${e}`, practice: 'Practice: this question does not count',
    skipPractice: 'Skip the practice', start: 'Go on to the questions',
    best: 'best first', help: 'The best stands first. Drag the names, or tap one and then its place. With the keyboard: ↑ ↓ go, Space takes and drops, ↑ ↓ move what is taken, Enter is the next question.',
    next: 'This is my ranking', back: 'Back', cannot: 'I cannot tell', could: 'You have answered that you cannot tell.', comment: 'Comment, if you have one',
    players: 'Players', log: 'The game', done: 'Finished. Thank you!', part: 'Save what I have answered', number: (id) => `Your number in tables: ${id}`,
    save: 'Download the answers', send: 'Hand the downloaded file to whoever asked you.', kept: 'All answers have been kept.',
    held: (n, i) => `${n} taken, place ${i}`, dropped: (n, i) => `${n} dropped at place ${i}`, moved: (n, i) => `${n}, place ${i}`, up: 'up', down: 'down',
    lost: 'The answer could not be kept; check the connection and press the button again.', untouched: 'Nothing has been moved yet. Press again if this order is your ranking.',
    clear: 'Start anew as somebody else', none: 'Nothing has been answered yet.',
    day: (n) => `Day ${n}`, and: ', ', says: (n) => n + ': ', whispers: (n) => n + ' (whisper): ', is: (n, role) => `${n}: ${role}`,
    alive: (n) => `Alive: ${n}`, gone: (n) => `Dead: ${n}`, skip: (n) => `Say nothing this time: ${n}`, over: (n) => `Nothing more to say today: ${n}`,
    vote: (a, b) => `${a} votes for ${b}.`, attackVote: (a, b) => `${a} wants to attack ${b}.`, guard: (a, b) => `${a} guards ${b}.`,
    wolf: (a, b) => `${a} divines ${b}: a werewolf.`, noWolf: (a, b) => `${a} divines ${b}: not a werewolf.`,
    executed: (n, role) => `${n} (${role}) is executed.`, spared: 'Nobody is executed.',
    killed: (n) => `${n} is attacked and dies.`, saved: (n) => `${n} is attacked and survives.`, quiet: 'Nobody is attacked.', event: 'Something else happens.',
    rate: {
      title: 'Rating the players of Werewolf games', next: 'These are my ratings', untouched: 'Somebody has no rating yet.',
      intro: 'You will see one game after another, and one criterion at a time. Rate every player from 1 (worst) to 5 (best). ' +
        'Several may have the same rating. Who won does not count. ',
      help: 'From 1 (worst) to 5 (best). With the keyboard: Tab is the next player, 1 to 5 rates, Enter is the next question.',
    },
  },
  ja: {
    title: '人狼ゲームのプレイヤーの順位づけ', other: 'English', name: 'お名前または合言葉', yours: (n) => `${n} さん専用のページです。`, begin: '始める',
    intro: 'ゲームを順に示し、評価基準を一つずつお聞きします。全プレイヤーを良い順に並べてください。勝敗は関係ありません。',
    later: (link) => 'いつでも中断でき、' + (link ? '同じリンクから、どのブラウザでも' : 'このブラウザで') + '続きから再開できます。',
    time: '質問ごとに、見ていた時間を記録します。集計の表には、お名前の代わりに割り当てられた番号が載ります。',
    step: (a, b, c, d, e) => `質問 ${a} / ${b}・ゲーム ${c} / ${d}・回答済み ${e}`, practice: '練習：この質問は集計されません',
    skipPractice: '練習をとばす', start: '質問へ進む',
    best: '良い順', help: '一番上が最も良い順位です。名前をドラッグするか、名前に触れてから移す先に触れます。キーボードでは、↑↓で選び、スペースでつかむ・放す、つかんだまま↑↓で動かす、エンターで次へ。',
    next: 'この順位で決定', back: '戻る', cannot: '判断できない', could: '「判断できない」と回答済みです。', comment: 'コメント（任意）',
    players: 'プレイヤー', log: 'ゲーム', done: '終わりました。ありがとうございました。', part: 'ここまでの回答を保存', number: (id) => `集計の表での番号：${id}`,
    save: '回答をダウンロード', send: 'ダウンロードしたファイルを依頼者に渡してください。', kept: '回答はすべて保存されました。',
    held: (n, i) => `${n}をつかみました。${i}位`, dropped: (n, i) => `${n}を${i}位に置きました`, moved: (n, i) => `${n}、${i}位`, up: '上へ', down: '下へ',
    lost: '回答を保存できませんでした。接続を確かめて、もう一度押してください。', untouched: 'まだ何も動かしていません。この順位でよければもう一度押してください。',
    clear: '別の人として始める', none: 'まだ回答がありません。',
    day: (n) => `${n}日目`, and: '、', says: (n) => n + '：', whispers: (n) => n + '（囁き）：', is: (n, role) => `${n}：${role}`,
    alive: (n) => `生存：${n}`, gone: (n) => `死亡：${n}`, skip: (n) => `今回は発言なし：${n}`, over: (n) => `今日はもう話すことなし：${n}`,
    vote: (a, b) => `${a} は ${b} に投票`, attackVote: (a, b) => `${a} は ${b} を襲撃先に選んだ`, guard: (a, b) => `${a} は ${b} を護衛した`,
    wolf: (a, b) => `${a} は ${b} を占った：人狼`, noWolf: (a, b) => `${a} は ${b} を占った：人狼ではない`,
    executed: (n, role) => `${n}（${role}）が追放された`, spared: '誰も追放されなかった',
    killed: (n) => `${n} が襲撃され、死亡した`, saved: (n) => `${n} が襲撃されたが、助かった`, quiet: '誰も襲撃されなかった', event: 'ほかの出来事があった',
    rate: {
      title: '人狼ゲームのプレイヤーの採点', next: 'この点で決定', untouched: 'まだ点のついていないプレイヤーがいます。',
      intro: 'ゲームを順に示し、評価基準を一つずつお聞きします。プレイヤーごとに1（最も悪い）から5（最も良い）の点をつけてください。同じ点が何人いてもかまいません。勝敗は関係ありません。',
      help: '1（最も悪い）から5（最も良い）まで。キーボードではTabキーで次のプレイヤー、1〜5で採点、エンターで次へ。',
    },
  },
};

// The game of the practice question, which nobody has played.
const practice = {
  en: {
    names: ['Anna', 'Boris', 'Clara', 'Dmitri'], asks: 'How easy is it to understand what the player says?',
    said: [
      [0, 'Good morning. I am the seer: I looked at Boris, and he is not a werewolf.'], [1, 'Thank you, Anna. Then I would like to hear Clara, who has said nothing so far.'],
      [2, 'me not, you maybe'], [3, 'Skip'], [0, 'Clara, whom do you suspect, and why?'], [2, 'that one'], [3, 'I think Clara is hiding something.'], [1, 'Over'],
    ],
  },
  ja: {
    names: ['アンナ', 'ボリス', 'クララ', 'ドミトリ'], asks: 'そのプレイヤーの発言はどれくらい分かりやすいですか。',
    said: [
      [0, 'おはようございます。私は占い師です。ボリスさんを占ったところ、人狼ではありませんでした。'], [1, 'アンナさん、ありがとう。では、まだ何も話していないクララさんの意見を聞きたいです。'],
      [2, '私ちがう、たぶんあなた'], [3, 'Skip'], [0, 'クララさんは誰を、なぜ疑っていますか。'], [2, 'あれ'], [3, 'クララさんは何か隠していると思います。'], [1, 'Over'],
    ],
  },
};

// The practice question in the language.
function practiceStep(lang) {
  const p = practice[lang];
  const roles = ['SEER', 'VILLAGER', 'WEREWOLF', 'VILLAGER'];
  const log = p.names.map((n, i) => ({ day: 1, action: 'status', player_name: n, role: roles[i], alive_status: 'ALIVE' }));
  for (const [i, text] of p.said) log.push({ day: 1, action: 'talk', speaker: p.names[i], text });
  log.push({ day: 1, action: 'vote', voter: p.names[0], target: p.names[2] });
  const players = p.names.map((n, i) => ({ player_name: n, role: roles[i] }));
  return { practice: true, game: { id: 'practice-' + lang, lang, players, log }, criterion: { letter: '', en: practice.en.asks, ja: practice.ja.asks } };
}
